import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import {
  addQuarters,
  EXCLUSION_LABELS,
  FEES_LABEL,
  MISSING_LABELS,
  quarterName,
  takenBackWords,
  YEAR_UNDER_WAY,
  type Declaration,
  type PropertyYear,
  type Quarter,
} from "../declaration";
import { accountsText, ownerFacts } from "../owner-facts";

/** Everything that is declared of an owner's year, for themselves and for finance. */
export function DeclarationSheet({ declaration }: { declaration: Declaration }) {
  const { owner, exclusion, missing, properties, accounts, total, takenBack, year } = declaration;
  return (
    <>
      {declaration.isOver ? null : <p>{YEAR_UNDER_WAY}</p>}
      {exclusion ? (
        <p>
          <b>{EXCLUSION_LABELS[exclusion]}.</b>
        </p>
      ) : null}
      {missing.length > 0 ? (
        <p>
          <b>{`Il manque\u00a0: ${missing.map((fact) => MISSING_LABELS[fact]).join(", ")}.`}</b>
        </p>
      ) : null}
      {exclusion === null && takenBack > 0 ? (
        <p>
          <b>{`${takenBackWords(takenBack)}.`}</b>
          {` Ce relevé en tient compte, la déclaration de ${year} est d’avant.`}
        </p>
      ) : null}
      <section className="card panel" aria-labelledby="declarant">
        <h2 id="declarant">{owner.legalName}</h2>
        <Facts facts={ownerFacts(owner, accounts)} />
      </section>
      {properties.length === 0 ? (
        <p>Tout ce qui a été versé cette année-là a été repris&nbsp;: il n’y a rien à déclarer.</p>
      ) : null}
      {properties.map((property, index) => (
        <Property
          key={index}
          id={`bien-${index + 1}`}
          property={property}
          paidTo={accountsText(property, accounts)}
        />
      ))}
      <section className="card panel" aria-labelledby="annee">
        <h2 id="annee">{`Toute l’année ${year}`}</h2>
        <Facts
          facts={[
            ["Jours loués", String(total.days)],
            ["Activités", String(total.activities)],
            ["Versé", formatEuros(total.paid)],
            [FEES_LABEL, formatEuros(total.fees)],
          ]}
        />
      </section>
    </>
  );
}

/** @param props.paidTo which accounts, where there are several */
function Property(props: { id: string; property: PropertyYear; paidTo: string | null }) {
  const { id, property, paidTo } = props;
  const { title, address, cadastralReference, quarters } = property;
  const row = (key: string, label: string, { days, activities, paid, fees }: Quarter) => ({
    id: key,
    cells: [label, days, activities, formatEuros(paid), formatEuros(fees)],
  });
  return (
    <section className="stack min-w-0 print:break-inside-avoid" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="break-words">
        {address}
        {cadastralReference ? `. Référence cadastrale\u00a0: ${cadastralReference}` : ""}
      </p>
      {paidTo ? <p className="break-words">{`${paidTo}.`}</p> : null}
      <DataTable
        caption={`${title}, par trimestre`}
        columns={[
          { label: "Trimestre" },
          { label: "Jours loués", numeric: true },
          { label: "Activités", numeric: true },
          { label: "Versé", numeric: true },
          { label: FEES_LABEL, numeric: true },
        ]}
        rows={[
          ...quarters.map((quarter, index) => row(String(index), quarterName(index), quarter)),
          row("total", "Année", addQuarters(quarters)),
        ]}
      />
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: string | null])[] }) {
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="min-w-0 break-words">
            <dt className="hint">{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
