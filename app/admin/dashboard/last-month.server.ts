import { keptFor } from "~/platform/concurrency/kept-for";
import { addDays, eachDay, formatDay, parisMidnight, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { durationText, rateText } from "../figures/figures";
import {
  drawingsOf,
  readPeriod,
  type Drawings,
  type PeriodFigures,
} from "../figures/figures-page.server";
import { amountTrend, durationTrend, shareTrend, type Trend } from "./trends";

const DAYS = 30;
/** Sixty days are read for it, and everybody's first page shows it: it is counted so often at most. */
const KEPT_MINUTES = 5;

export interface LastMonth extends Drawings {
  /** 'Du 22/10/2026 au 20/11/2026' */
  period: string;
  /** `trend`: null where there is nothing to compare with. */
  facts: { label: string; value: string; trend: Trend | null }[];
}

const kept = keptFor<LastMonth>(KEPT_MINUTES);

/** The figures of the last thirty days as they were at most five minutes ago, of this day of Paris. */
export async function lastMonth(now: Date): Promise<LastMonth> {
  return await kept(todayInParis(now), now, () => readLastMonth(now));
}

/**
 * The figures of the last thirty days of Paris, today's counted so far, as /admin/chiffres has them, beside those of
 * the thirty days before up to the same hour: a day that is not over would look like a fall. Visits, which are kept
 * by day, are compared by their rate alone.
 */
export async function readLastMonth(now: Date): Promise<LastMonth> {
  const today = todayInParis(now);
  const first = addDays(today, 1 - DAYS);
  const sameDay = addDays(today, -DAYS);
  const sinceMidnight = now.getTime() - parisMidnight(today).getTime();
  const [current, before] = await Promise.all([
    readPeriod(first, parisMidnight(addDays(today, 1))),
    readPeriod(addDays(first, -DAYS), new Date(parisMidnight(sameDay).getTime() + sinceMidnight)),
  ]);
  return {
    period: `Du ${formatDay(first)} au ${formatDay(today)}`,
    facts: factsOf(current, before),
    ...drawingsOf(eachDay(first, today), current),
  };
}

function factsOf(current: PeriodFigures, before: PeriodFigures): LastMonth["facts"] {
  const [sums, sumsBefore] = [current.ledger.total, before.ledger.total];
  const refunded = ({ ledger: { total } }: PeriodFigures) => ({
    part: total.refunded,
    whole: total.paid,
  });
  const answered = ({ figures: { answers } }: PeriodFigures) => ({
    part: answers.inADay,
    whole: answers.decided,
  });
  const empty = ({ visits }: PeriodFigures) => ({
    part: visits.search_empty,
    whole: visits.search,
  });
  const { medianMinutes } = current.figures.answers;
  const refunds = shareTrend(refunded(current), refunded(before), "down");
  return [
    {
      label: "Montant payé",
      value: formatEuros(sums.paid),
      trend: amountTrend(sums.paid, sumsBefore.paid),
    },
    {
      label: "Part de la plateforme",
      value: formatEuros(sums.commission),
      trend: amountTrend(sums.commission, sumsBefore.commission),
    },
    {
      label: "Remboursé",
      value: formatEuros(sums.refunded),
      trend: refunds && {
        ...refunds,
        beside: `${rateText(sums.refunded, sums.paid)} du montant payé`,
      },
    },
    {
      label: "Propriétaires qui répondent en 24\u00a0h",
      value: shareText(answered(current)),
      trend: shareTrend(answered(current), answered(before), "up"),
    },
    {
      label: "Délai médian de réponse",
      value: medianMinutes === null ? "—" : durationText(medianMinutes),
      trend: durationTrend(medianMinutes, before.figures.answers.medianMinutes),
    },
    {
      label: "Recherches sans résultat",
      value: shareText(empty(current)),
      trend: shareTrend(empty(current), empty(before), "down"),
    },
  ];
}

const shareText = ({ part, whole }: { part: number; whole: number }) => rateText(part, whole);
