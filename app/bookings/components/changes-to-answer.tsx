import type { ReactNode } from "react";
import { formatEuros } from "~/platform/money";
import { changedShare } from "~/rules/money-words";
import { AnswerCard } from "./answer-cards";
import { DayWords } from "./bookings-table";
import type { OwnersBookings } from "../lists/owners-bookings.server";

/** Other dates that wait for the owner, each with its two answers. */
export function ChangesToAnswer({
  changes,
  children,
}: {
  changes: OwnersBookings["changesToAnswer"];
  /** The ways to the other pages of them. */
  children: ReactNode;
}) {
  return (
    <section id="changements" className="stack" aria-labelledby="titre-changements">
      <h2 id="titre-changements">Changements de dates à valider</h2>
      <ul className="stack">
        {changes.map(({ request, change }) => (
          <AnswerCard
            key={request.id}
            request={request}
            path={`/mes-locations/demandes/${request.id}/dates`}
            periodText={change.periodText}
            left={change.left}
            facts={[
              {
                label: "Nouvelles dates",
                value: <DayWords text={change.periodText} />,
                more: (
                  <>
                    {"avant\u00a0: "}
                    <DayWords text={request.periodText} />
                    {change.more > 0
                      ? `\u00a0; le client paie ${formatEuros(change.more)} de plus`
                      : null}
                  </>
                ),
              },
              { label: "Demandées par", value: request.buyer, more: request.reference },
              { label: "Vous recevez", value: changedShare(change.ownerShare, request.ownerShare) },
              { label: "Répondre avant", value: <DayWords text={change.until} /> },
            ]}
          />
        ))}
      </ul>
      {children}
    </section>
  );
}
