import type { ReactNode } from "react";
import { formatEuros } from "~/platform/money";
import { unitsText } from "~/rules/price";
import { bookedVenueName } from "~/rules/venue-name";
import { Badge } from "~/ui/badge";
import { ConfirmLink } from "~/ui/confirm-panel";
import { Dates, DayWords } from "./bookings-table";
import type { ReceivedRequest } from "../answer/received-request.server";

/** Requests that wait for the owner, each with its two answers. */
export function RequestsToAnswer({ requests }: { requests: readonly ReceivedRequest[] }) {
  return (
    <ul className="stack">
      {requests.map((request) => (
        <AnswerCard
          key={request.id}
          request={request}
          path={`/mes-locations/demandes/${request.id}`}
          periodText={request.periodText}
          left={request.answerLeft}
          facts={[
            {
              label: "Dates",
              value: <Dates booking={request} />,
              more: unitsText(request),
            },
            { label: "Demandé par", value: request.buyer, more: request.reference },
            { label: "Vous recevez", value: formatEuros(request.ownerShare) },
            { label: "Répondre avant", value: <DayWords text={request.answerBy ?? ""} /> },
          ]}
        />
      ))}
    </ul>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
  /** Smaller, under it. */
  more?: ReactNode;
}

interface AnswerCardProps {
  request: ReceivedRequest;
  /** Of what is to be answered; the two answers' pages stand below it. */
  path: string;
  /** The days that are asked for: with the venue and its town they tell this card's links from all others'. */
  periodText: string;
  /** How long there is to answer: 'Encore 2 h'. */
  left: string | null;
  facts: readonly Fact[];
}

/** One thing to answer: what is asked, by whom, until when, and the ways to answer; both ask before they act. */
export function AnswerCard({ request, path, periodText, left, facts }: AnswerCardProps) {
  const hidden = <span className="sr-only">{`, ${bookedVenueName(request)}, ${periodText}`}</span>;
  return (
    <li className="card panel to-answer">
      <div className="row spread">
        <div className="min-w-0">
          <h3>{request.venueTitle}</h3>
          <p className="hint">{request.venueCity}</p>
        </div>
        {left === null ? null : <Badge tone="waiting">{left}</Badge>}
      </div>
      <dl>
        {facts.map(({ label, value, more }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {more ? <dd className="hint">{more}</dd> : null}
          </div>
        ))}
      </dl>
      <div className="row">
        <ConfirmLink compact href={`${path}/accepter`}>
          Accepter
          {hidden}
        </ConfirmLink>
        <ConfirmLink variant="quiet-danger" compact href={`${path}/refuser`}>
          Refuser
          {hidden}
        </ConfirmLink>
        <a className="line-link" href={`/mes-locations/demandes/${request.id}`}>
          Voir le détail
          {hidden}
        </a>
      </div>
    </li>
  );
}
