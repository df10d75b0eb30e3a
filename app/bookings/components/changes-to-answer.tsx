import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { DayWords } from "./bookings-table";
import { AnswerDeadline, AnswerLinks } from "./answer-cells";
import type { OwnersBookings } from "../lists/owners-bookings.server";

const columns = [
  { label: "Lieu" },
  { label: "Nouvelles dates" },
  { label: "Demandées par" },
  { label: "Répondre avant" },
  { label: "Actions", actions: true },
];

/** Other dates that wait for the owner, each with its two answers; both ask before they act. */
export function ChangesToAnswer({ changes }: { changes: OwnersBookings["changesToAnswer"] }) {
  return (
    <section id="changements" className="stack" aria-labelledby="titre-changements">
      <h2 id="titre-changements">Changements de dates à valider</h2>
      <DataTable
        caption="Changements de dates à valider"
        columns={columns}
        rows={changes.map(({ request, change }) => ({
          id: request.id,
          cells: [
            request.venueTitle,
            <span key="dates">
              <a href={`/mes-locations/demandes/${request.id}`}>
                <DayWords text={change.periodText} />
                <span className="sr-only">{`, ${request.venueTitle}, ${request.buyer}`}</span>
              </a>
              <span className="hint block">
                {"avant\u00a0: "}
                <DayWords text={request.periodText} />
                {change.more > 0 ? `, ${formatEuros(change.more)} de plus` : null}
              </span>
            </span>,
            request.buyer,
            <AnswerDeadline key="until" by={change.until} left={change.left} />,
            <AnswerLinks
              key="answers"
              path={`/mes-locations/demandes/${request.id}/dates`}
              name={`${request.venueTitle}, ${change.periodText}`}
            />,
          ],
        }))}
      />
    </section>
  );
}
