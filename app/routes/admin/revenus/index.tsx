import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { DeclarationTable } from "~/admin/declarations/components/declaration-table";
import { listDeclarations } from "~/admin/declarations/list-declarations.server";
import { useMay } from "~/admin/use-may";
import { YEAR_UNDER_WAY } from "~/declarations/declaration";
import { yearQuery } from "~/declarations/forms";
import { askedYear } from "~/declarations/read-declarations.server";
import { todayInParis } from "~/platform/days";
import { pageNumber } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ list }) => `Revenus déclarés en ${list.year}`,
  { isPrivate: true, pageNumber: ({ list }) => list.page },
);

export const loader = pageLoader(
  { access: "finance.read", params: z.object({ annee: yearQuery, page: pageNumber }) },
  async ({ params: { annee, page }, now }) => ({
    list: await listDeclarations(askedYear(annee, now), page, now),
    thisYear: todayInParis(now).slice(0, 4),
  }),
);

const pathOf = (year: string, page = 1) =>
  `/admin/revenus?annee=${year}${page > 1 ? `&page=${page}` : ""}`;

export default function Declarations() {
  const { list, thisYear } = useLoaderData<typeof loader>();
  const may = useMay();
  // Of a year to come nothing can be said.
  const years = [-1, 0, 1]
    .map((step) => String(Number(list.year) + step))
    .filter((year) => year === list.year || year <= thisYear);
  return (
    <>
      <div className="office-head">
        <h1>Revenus déclarés</h1>
        <div className="row">
          <p className="muted" role="status">
            {list.total > 1 ? `${list.total} propriétaires` : `${list.total} propriétaire`}
          </p>
          {may("lists.export") ? (
            <LinkButton
              variant="secondary"
              compact
              icon="telecharger"
              href={`/admin/revenus.csv?annee=${list.year}`}
            >
              Exporter en CSV
            </LinkButton>
          ) : null}
        </div>
      </div>
      <p className="quiet-text">
        À déclarer au plus tard le 31 janvier de l’année suivante. Les montants sont ceux du
        registre, au trimestre du versement&nbsp;; ce qui a été repris depuis en est déduit, et dit
        à part après le 31 janvier.
      </p>
      {list.year === thisYear ? <p>{YEAR_UNDER_WAY}</p> : null}
      <Tabs
        label="Année"
        tabs={years.map((year) => ({
          href: pathOf(year),
          label: year,
          current: year === list.year,
        }))}
      />
      {list.rows.length === 0 ? (
        <EmptyState title="Aucun versement">Personne n’a été payé cette année-là.</EmptyState>
      ) : (
        <DeclarationTable list={list} />
      )}
      <Pagination
        current={list.page}
        total={list.pages}
        hrefOf={(page) => pathOf(list.year, page)}
      />
    </>
  );
}
