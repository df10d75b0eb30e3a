import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { KeyFigures, Supply } from "~/admin/figures/components/figure-parts";
import { PeriodCharts } from "~/admin/figures/components/period-charts";
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
          label: `${span}\u00a0jours`,
          current: span === page.span,
        }))}
      />
      <KeyFigures facts={page.facts} />
      <PeriodCharts {...page} />
      <Supply supply={page.supply} />
    </>
  );
}
