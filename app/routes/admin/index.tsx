import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Pressing } from "~/admin/dashboard/components/pressing";
import { CounterCards } from "~/admin/dashboard/components/counter-cards";
import { MonthFigures } from "~/admin/dashboard/components/month-figures";
import { readCounters } from "~/admin/dashboard/counters.server";
import { lastMonth } from "~/admin/dashboard/last-month.server";
import { PeriodCharts } from "~/admin/figures/components/period-charts";
import { formatLongInstant, todayInParis } from "~/platform/days";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import type { loader as office } from "~/routes/groups/admin";

export const meta = pageMeta("Tableau de bord", { isPrivate: true });

export const loader = pageLoader({ access: "office.read" }, async ({ now }) => {
  const [counters, month] = await Promise.all([readCounters(now), lastMonth(now)]);
  return { ...counters, month, day: todayInParis(now), now: formatLongInstant(now) };
});

export default function Dashboard() {
  const { today, total, month, day, now } = useLoaderData<typeof loader>();
  const queue = useRouteLoaderData<typeof office>("routes/groups/admin");
  return (
    <>
      <div className="office-head">
        <h1>Tableau de bord</h1>
        <p className="muted">{`${now} à Paris`}</p>
      </div>
      <Pressing
        count={queue?.waiting.cases ?? 0}
        isCut={queue?.isCut ?? false}
        isUnread={queue?.isUnread ?? false}
        pressing={queue?.pressing ?? null}
      />
      <CounterCards id="aujourd-hui" title="Aujourd’hui" counters={today} day={day} />
      <CounterCards id="total" title="Total" counters={total} />
      <MonthFigures {...month} />
      <PeriodCharts {...month} />
    </>
  );
}
