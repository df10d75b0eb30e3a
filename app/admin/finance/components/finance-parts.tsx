import { RecordFacts, RecordPart } from "~/admin/records/components/record";
import { DataTable } from "~/ui/data-table";
import { LinkButton } from "~/ui/button";
import { Tabs } from "~/ui/tabs";
import type { FinancePage } from "../finance-page.server";

const pathOf = (period: string) => `/admin/finance?periode=${period}`;

/** By day or by month, and the periods beside. */
export function PeriodChoice({ period }: Pick<FinancePage, "period">) {
  const isByDay = period.unit === "day";
  const year = period.name.slice(0, 4);
  return (
    <>
      <Tabs
        label="Regrouper les sommes"
        tabs={[
          {
            href: isByDay ? pathOf(period.name) : "/admin/finance",
            label: "Par jour",
            current: isByDay,
          },
          { href: pathOf(year), label: "Par mois", current: !isByDay },
        ]}
      />
      <nav className="list-end" aria-label="Période">
        <LinkButton variant="secondary" compact href={pathOf(period.before)} rel="prev">
          {isByDay ? "Mois précédent" : "Année précédente"}
        </LinkButton>
        {period.after === null ? null : (
          <LinkButton variant="secondary" compact href={pathOf(period.after)} rel="next">
            {isByDay ? "Mois suivant" : "Année suivante"}
          </LinkButton>
        )}
      </nav>
    </>
  );
}

/** How many receipts and credit notes were issued, and the way to them. */
export function IssuedDocuments({ period, documents }: Pick<FinancePage, "period" | "documents">) {
  return (
    <RecordPart id="documents" title="Reçus et avoirs émis" card>
      <RecordFacts
        facts={documents.map(({ kind, count, total }) => {
          const noun = kind === "receipt" ? ["reçu", "reçus"] : ["avoir", "avoirs"];
          const text = `${count} ${count > 1 ? noun[1] : noun[0]}`;
          return {
            label: kind === "receipt" ? "Reçus" : "Avoirs",
            value: (
              <>
                <a href={`/admin/finance/recus?mois=${period.name}&type=${kind}`}>{text}</a>
                {`, ${total}`}
              </>
            ),
          };
        })}
      />
      <p className="quiet-text">
        Un document est compté le jour où il a été émis, un mouvement le jour où l’argent a bougé.
      </p>
    </RecordPart>
  );
}

/** What the nightly comparison with Stripe found. */
export function Comparison({ comparison: { at, differences } }: Pick<FinancePage, "comparison">) {
  return (
    <RecordPart id="ecarts" title="Écarts avec Stripe">
      <p>
        {at === null
          ? "Le registre n’a pas encore été comparé avec Stripe. La comparaison se fait chaque nuit à 3\u00a0h\u00a030."
          : `Dernière comparaison\u00a0: ${at}. ${differences.length === 0 ? "Aucun écart." : ""}`}
      </p>
      {differences.length === 0 ? null : (
        <DataTable
          caption="Écarts entre le registre et Stripe"
          columns={[
            { label: "Mouvement" },
            { label: "Identifiant" },
            { label: "Date", numeric: true },
            { label: "Au registre", numeric: true },
            { label: "Chez Stripe", numeric: true },
            { label: "Réservation" },
          ]}
          rows={differences.map((one) => ({
            id: one.id,
            cells: [
              one.movement,
              <span className="identifier">{one.stripeId}</span>,
              one.at,
              one.ledger ?? "absent",
              one.stripe ?? "absent",
              one.reference ? (
                <a href={`/admin/reservation?q=${one.reference}`}>{one.reference}</a>
              ) : (
                "inconnue"
              ),
            ],
          }))}
        />
      )}
    </RecordPart>
  );
}
