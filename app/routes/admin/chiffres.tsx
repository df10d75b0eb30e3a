import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { BarChart } from "~/admin/figures/components/bar-chart";
import { Funnel, KeyFigures, Supply } from "~/admin/figures/components/figure-parts";
import { figuresPage, SPANS } from "~/admin/figures/figures-page.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Tabs } from "~/ui/tabs";

export const meta = pageMeta("Chiffres", { isPrivate: true });

export const loader = pageLoader(
  { access: "office.read", params: z.object({ jours: z.enum(SPANS).catch("30") }) },
  async ({ params: { jours }, now }) => ({
    page: await figuresPage(jours, now),
    spans: [...SPANS],
  }),
);

export default function FiguresThatDecide() {
  const { page, spans } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="office-head">
        <h1>Chiffres</h1>
        <p className="muted">{page.period}</p>
      </div>
      <Tabs
        label="Période"
        tabs={spans.map((span) => ({
          href: `/admin/chiffres?jours=${span}`,
          label: `${span} jours`,
          current: span === page.span,
        }))}
      />
      <KeyFigures facts={page.facts} />
      <BarChart
        id="reservations-par-jour"
        title="Réservations payées par jour"
        measure="Réservations payées"
        {...page.reservations}
        tone="blue"
      />
      <BarChart
        id="paye-par-jour"
        title="Montant payé par jour"
        measure="Montant payé"
        {...page.paid}
        tone="green"
      />
      <Funnel funnel={page.funnel} />
      <Supply supply={page.supply} />
    </>
  );
}
