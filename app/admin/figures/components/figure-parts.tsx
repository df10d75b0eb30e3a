import { formatCount } from "~/platform/numbers";
import { DataTable } from "~/ui/data-table";
import { Icon } from "~/ui/icon";
import type { FiguresPage } from "../figures-page.server";

/** Single figures, each with what it is a part of. */
export function KeyFigures({ facts }: Pick<FiguresPage, "facts">) {
  return (
    <dl className="key-figures">
      {facts.map(({ label, value, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{value}</b>
            <span>{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How many come from a search to a confirmed reservation: each bar beside the longest. */
export function Funnel({ funnel }: Pick<FiguresPage, "funnel">) {
  const most = Math.max(1, ...funnel.map(({ count }) => count));
  return (
    <section className="card chart" aria-labelledby="entonnoir">
      <h2 id="entonnoir">De la recherche à la réservation confirmée</h2>
      <p className="muted">
        Les barres se comparent à la plus longue. On peut arriver sur une fiche sans recherche, et
        réserver plus tard&nbsp;: les taux sont des ordres de grandeur.
      </p>
      <ol className="funnel">
        {funnel.map(({ label, count, rate, worst }) => (
          <li key={label}>
            {rate === null ? null : worst ? (
              <p className="funnel-worst">
                <Icon name="alerte" size={20} /> {`${rate} de l’étape d’avant, la plus forte perte`}
              </p>
            ) : (
              <p className="quiet-text">{`${rate} de l’étape d’avant`}</p>
            )}
            <p className="funnel-step">
              <span>{label}</span> <b>{formatCount(count)}</b>
            </p>
            <svg aria-hidden="true" focusable="false">
              <rect
                className="chart-blue"
                width={`${((count / most) * 100).toFixed(2)}%`}
                height="100%"
                rx="3"
              />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where venues can be found. */
export function Supply({ supply }: Pick<FiguresPage, "supply">) {
  const most = Math.max(1, ...supply.map(({ count }) => count));
  return (
    <section className="stack" aria-labelledby="offre">
      <h2 id="offre">Lieux par département</h2>
      <DataTable
        caption="Lieux qui se trouvent dans les recherches, par département"
        columns={[
          { label: "Département" },
          { label: "Lieux", numeric: true },
          { label: "Part du plus fourni" },
        ]}
        rows={supply.map(({ name, count }) => ({
          id: name,
          cells: [
            name,
            formatCount(count),
            <svg className="chart-inline" aria-hidden="true" focusable="false">
              <rect
                className="chart-blue"
                width={`${((count / most) * 100).toFixed(2)}%`}
                height="100%"
                rx="3"
              />
            </svg>,
          ],
        }))}
      />
    </section>
  );
}
