import { useLoaderData } from "@remix-run/react";
import {
  Comparison,
  IssuedDocuments,
  PeriodChoice,
} from "~/admin/finance/components/finance-parts";
import { SumsTable } from "~/admin/finance/components/sums-table";
import { financePage } from "~/admin/finance/finance-page.server";
import { periodParam } from "~/admin/finance/forms";
import { useMay } from "~/admin/use-may";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ period }) => `Finances, ${period.label}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "finance.read", params: periodParam },
  async ({ params: { periode }, now }) => await financePage(periode, now),
);

export default function Finance() {
  const page = useLoaderData<typeof loader>();
  const may = useMay();
  return (
    <>
      <div className="office-head">
        <h1>{`Finances, ${page.period.label}`}</h1>
        {may("lists.export") ? (
          <LinkButton
            variant="secondary"
            compact
            icon="telecharger"
            href={`/admin/finance.csv?periode=${page.period.name}`}
          >
            Exporter en CSV
          </LinkButton>
        ) : null}
      </div>
      <section className="stack" aria-label="Sommes du registre">
        <PeriodChoice period={page.period} />
        {page.parts.length === 0 ? (
          <EmptyState title="Aucun mouvement">Rien n’a bougé pendant cette période.</EmptyState>
        ) : (
          <SumsTable {...page} />
        )}
        <p className="quiet-text">
          Payé = propriétaires + part de la plateforme + remboursé + repris par les banques + en
          attente. Un mois qui reprend plus qu’il ne donne a des sommes négatives.
        </p>
      </section>
      <IssuedDocuments {...page} />
      <Comparison {...page} />
    </>
  );
}
