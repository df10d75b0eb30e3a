import type { ReactNode } from "react";
import { formatDay } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Icon } from "~/ui/icon";
import { stayDays } from "~/rules/calendar";
import { nounOf } from "~/rules/reservation-states";
import { bookedVenueName } from "~/rules/venue-name";
import type { ReviewStep } from "../record/review-step";
import type { ReservationView } from "../record/reservation-view.server";
import { Dates } from "./bookings-table";
import { StateBadge } from "./state-badge";
import { ConfirmLink } from "~/ui/confirm-panel";

const columns = [
  { label: "Lieu" },
  { label: "Dates" },
  { label: "Total", numeric: true },
  { label: "Statut" },
  { label: "Actions", actions: true },
];

interface RequestTableProps {
  requests: readonly ReservationView[];
  /** What may be done about the review of those that are over, by their ids. */
  reviews: Readonly<Record<string, ReviewStep>>;
}

/** A buyer's requests: a table, or cards on small screens. */
export function RequestTable({ requests, reviews }: RequestTableProps) {
  return (
    <DataTable
      caption="Mes demandes de réservation"
      columns={columns}
      rows={requests.map((request) => ({
        id: request.id,
        cells: [
          <Venue key="venue" request={request} />,
          <Days key="days" request={request} />,
          <Amount key="amount" request={request} />,
          <span key="state" className="unbroken">
            <StateBadge tone={request.tone} label={request.label} />
          </span>,
          <Actions key="actions" request={request} review={reviews[request.id]} />,
        ],
      }))}
    />
  );
}

interface RequestProps {
  request: ReservationView;
}

function Venue({ request }: RequestProps) {
  const { supplementTo } = request;
  return (
    <>
      <a href={`/mes-demandes/${supplementTo?.id ?? request.id}`}>{request.venueTitle}</a>
      <span className="hint block font-normal">{request.venueCity}</span>
      <span className="hint block font-normal">
        {supplementTo ? `Changement de dates de ${supplementTo.reference}` : request.reference}
      </span>
      <span className="hint block whitespace-nowrap font-normal">{`Créé le ${formatDay(request.createdOn)}`}</span>
    </>
  );
}

function Days({ request }: RequestProps) {
  return (
    <details>
      <summary className="line-link flex items-center gap-1">
        <span>
          <Dates booking={request} />
        </span>
        <Icon name="chevron" size={20} className="chevron flex-none" />
      </summary>
      <ul className="hint">
        {stayDays(request).map((day) => (
          <li key={day}>{day}</li>
        ))}
      </ul>
    </details>
  );
}

function Amount({ request }: RequestProps) {
  const { total, refunded, supplementTo } = request;
  return (
    <span>
      {formatEuros(total)}
      {supplementTo ? <span className="hint block">en plus</span> : null}
      {refunded > 0 ? (
        <span className="hint block whitespace-normal">
          {`${refunded > total ? "" : "dont "}${formatEuros(refunded)} remboursés`}
        </span>
      ) : null}
    </span>
  );
}

/** To the payment; of dates that their owner said yes to to their reservation's page, which knows whether they can be paid. */
function ToPay({ request, children }: RequestProps & { children: ReactNode }) {
  const { id, venueId, supplementTo } = request;
  return supplementTo?.isAgreed ? (
    <LinkButton compact href={`/mes-demandes/${supplementTo.id}`}>
      Voir ma réservation
      {children}
    </LinkButton>
  ) : (
    <LinkButton compact href={`/reservation/${venueId}/paiement?demande=${id}`}>
      Payer
      {children}
    </LinkButton>
  );
}

function Actions({ request, review }: RequestProps & { review: ReviewStep | undefined }) {
  const name = (
    <span className="sr-only">{`, ${bookedVenueName(request)}, ${request.periodText}`}</span>
  );
  const path = `/mes-demandes/${request.id}`;
  return (
    <>
      {request.hold ? <ToPay request={request}>{name}</ToPay> : null}
      {request.buyerMayCancel ? (
        <>
          <ConfirmLink variant="quiet-danger" compact href={`${path}/annuler`}>
            {`Annuler la ${nounOf(request.state)}`}
            {name}
          </ConfirmLink>
          <details className="hint whitespace-normal text-left">
            <summary className="line-link underline">
              Conditions d’annulation
              {name}
            </summary>
            {request.policyText}
          </details>
        </>
      ) : null}
      {review ? (
        <LinkButton
          variant={review === "read" ? "secondary" : undefined}
          compact
          href={`${path}/avis`}
        >
          {review === "read" ? "Voir mon avis" : "Donner mon avis"}
          {name}
        </LinkButton>
      ) : null}
      {request.buyerMayHide ? (
        <ConfirmLink variant="secondary" compact href={`${path}/supprimer`}>
          Supprimer
          {name}
        </ConfirmLink>
      ) : null}
    </>
  );
}
