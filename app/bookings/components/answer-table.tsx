import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { AnswerDeadline, AnswerLinks } from "./answer-cells";
import { Dates } from "./bookings-table";
import type { ReceivedRequest } from "../answer/received-request.server";

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
          <AnswerDeadline key="until" by={request.answerBy} left={request.answerLeft} />,
          <AnswerLinks
            key="answers"
            path={`/mes-locations/demandes/${request.id}`}
            name={`${request.venueTitle}, ${request.periodText}`}
          />,
        ],
      }))}
    />
  );
}
