import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { Dates } from "./bookings-table";
import type { ReceivedRequest } from "../answer/received-request.server";
import { ConfirmLink } from "~/ui/confirm-panel";

const columns = [
  { label: "Lieu" },
  { label: "Dates" },
  { label: "Demandé par" },
  { label: "Vous recevez", numeric: true },
  { label: "Répondre avant" },
  { label: "Actions", actions: true },
];

/** Requests that wait for the owner, each with its two answers; both ask before they act. */
export function AnswerTable({ requests }: { requests: readonly ReceivedRequest[] }) {
  return (
    <DataTable
      caption="Demandes à valider"
      columns={columns}
      rows={requests.map((request) => ({
        id: request.id,
        cells: [
          request.venueTitle,
          <a key="days" href={`/mes-locations/demandes/${request.id}`}>
            <Dates booking={request} />
            <span className="sr-only">{`, ${request.venueTitle}, ${request.buyer}`}</span>
          </a>,
          request.buyer,
          formatEuros(request.ownerShare),
          request.answerBy,
          <Answers key="answers" request={request} />,
        ],
      }))}
    />
  );
}

function Answers({ request }: { request: ReceivedRequest }) {
  const name = <span className="sr-only">{`, ${request.venueTitle}, ${request.periodText}`}</span>;
  const path = `/mes-locations/demandes/${request.id}`;
  return (
    <>
      <ConfirmLink compact href={`${path}/accepter`}>
        Accepter
        {name}
      </ConfirmLink>
      <ConfirmLink variant="quiet-danger" compact href={`${path}/refuser`}>
        Refuser
        {name}
      </ConfirmLink>
    </>
  );
}
