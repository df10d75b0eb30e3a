import { trusted } from "mongoose";
import { DayCountModel, type VisitName } from "@models/day-count";
import { halfOpenRange } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { keptFor } from "~/platform/concurrency/kept-for";
import {
  addDays,
  addMinutes,
  eachDay,
  formatDay,
  parisDayOf,
  parisMidnight,
  todayInParis,
  type Day,
} from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { counted, formatCount, formatDecimal } from "~/platform/numbers";
import { sumLedger } from "../finance/sum-ledger.server";
import { departmentName } from "./departments";
import { durationText, partText, rateText, startTally, worstStep, type Figures } from "./figures";

/** How many days the figures may go over. */
export const SPANS = ["7", "30", "90"] as const;
export type Span = (typeof SPANS)[number];

/** One day of a chart. */
export interface Bar {
  label: string;
  value: number;
  text: string;
}

/** The days of a chart, today's last. */
export interface Chart {
  bars: Bar[];
  /** Of the days that are over; null: there is none. */
  mean: { value: number; text: string } | null;
}

/** What some days brought, to be drawn. */
export interface Drawings {
  reservations: Chart;
  paid: Chart;
  /** `worst`: where most are lost on the way from the step before. */
  funnel: { label: string; count: number; rate: string | null; worst: boolean }[];
}

export interface FiguresPage extends Drawings {
  span: Span;
  /** 'Du 24/10/2026 au 22/11/2026' */
  period: string;
  facts: { label: string; value: string; detail: string }[];
  /** `name`: 'Rhône (69)'. */
  supply: { name: string; count: number }[];
}

type Read = Pick<Reservation, "_id" | "needValidation" | "history" | "createdAt">;

/** So many reservations are in memory at once. */
const BATCH = 500;

/** What was counted in some days. */
export interface PeriodFigures {
  /** By day of Paris, the last one whole. */
  visits: Record<VisitName, number>;
  /** How many of the reservations made on each day were paid since. */
  paidByDay: ReadonlyMap<Day, number>;
  figures: Figures;
  ledger: Awaited<ReturnType<typeof sumLedger>>;
}

/**
 * Counts from the first midnight of a day on.
 *
 * @param to before this instant; the visits of its day are counted as long as it is not the day's midnight
 */
export async function readPeriod(first: Day, to: Date): Promise<PeriodFigures> {
  const from = parisMidnight(first);
  const end = addDays(parisDayOf(addMinutes(to, -1)), 1);
  const [visits, counted, ledger] = await Promise.all([
    visitsBetween(first, end),
    countReservations(from, to),
    sumLedger({ from, to, unit: "day" }),
  ]);
  return { visits, ...counted, ledger };
}

async function countReservations(
  from: Date,
  to: Date,
): Promise<Pick<PeriodFigures, "paidByDay" | "figures">> {
  const tally = startTally();
  const paidByDay = new Map<Day, number>();
  const made = ReservationModel.find(
    // Dearer dates of what is reserved, and what a waiting list held in vain, are no steps of a visitor's.
    { createdAt: trusted({ $gte: from, $lt: to }), supplementTo: NOT_SET, offer: NOT_SET },
    "needValidation history.state history.at history.by createdAt",
  ).lean<Read[]>();
  for await (const one of made.cursor({ batchSize: BATCH })) {
    if (!tally.add(one)) continue;
    const day = parisDayOf(one.createdAt);
    paidByDay.set(day, (paidByDay.get(day) ?? 0) + 1);
  }
  return { paidByDay, figures: tally.figures() };
}

/** All reservations of up to ninety days are read for it. */
const kept = keptFor<FiguresPage>(5);

/** The figures of the last days as they were at most five minutes ago, today's counted so far. */
export async function figuresPage(span: Span, now: Date): Promise<FiguresPage> {
  return await kept(`${span} ${todayInParis(now)}`, now, () => readFigures(span, now));
}

async function readFigures(span: Span, now: Date): Promise<FiguresPage> {
  const today = todayInParis(now);
  const first = addDays(today, 1 - Number(span));
  const days = eachDay(first, today);
  const [read, supply] = await Promise.all([
    readPeriod(first, parisMidnight(addDays(today, 1))),
    supplyByDepartment(),
  ]);
  const { visits, figures, ledger } = read;
  const { answers } = figures;
  const answered = answers.accepted + answers.refused;
  const { total } = ledger;
  const ofPaid = (part: number) =>
    partText({ part, whole: total.paid }, "du montant payé", "rien n’a été payé");
  return {
    span,
    period: `Du ${formatDay(first)} au ${formatDay(today)}`,
    facts: [
      {
        label: "Montant payé",
        value: formatEuros(total.paid),
        // What they gave back in these days may be of what they took before.
        detail: `repris par les banques, moins ce qu’elles ont rendu\u00a0: ${formatEuros(total.chargedBack)}`,
      },
      {
        label: "Part de la plateforme",
        value: formatEuros(total.commission),
        detail: ofPaid(total.commission),
      },
      {
        label: "Remboursé",
        value: formatEuros(total.refunded),
        detail: ofPaid(total.refunded),
      },
      {
        label: "Propriétaires qui répondent en 24\u00a0h",
        value: rateText(answers.inADay, answers.decided),
        detail: `${counted(answers.inADay, "réponse", "réponses")} sur ${counted(answers.decided, "demande", "demandes")}`,
      },
      {
        label: "Délai médian de réponse",
        value: answers.medianMinutes === null ? "—" : durationText(answers.medianMinutes),
        detail: `${answers.refused} refus, ${partText({ part: answers.refused, whole: answered }, "des réponses", "aucune réponse")}`,
      },
      {
        label: "Recherches sans résultat",
        value: rateText(visits.search_empty, visits.search),
        detail: `${formatCount(visits.search_empty)} sur ${formatCount(visits.search)}`,
      },
    ],
    ...drawingsOf(days, read),
    supply,
  };
}

/** @param days those that were read, today's last */
export function drawingsOf(
  days: readonly Day[],
  { visits, paidByDay, figures, ledger }: PeriodFigures,
): Drawings {
  const steps = [
    { label: "Recherches", count: visits.search },
    { label: "Fiches de lieu vues", count: visits.venue },
    { label: "Jours retenus", count: figures.holds },
    { label: "Paiements faits", count: figures.paid },
    { label: "Réservations confirmées", count: figures.confirmed },
  ];
  const worst = worstStep(steps.map(({ count }) => count));
  const paid = new Map(ledger.parts.map(({ part, sums }) => [part, sums.paid]));
  return {
    reservations: chartOf(days, paidByDay, formatDecimal),
    paid: chartOf(days, paid, (cents) => formatEuros(Math.round(cents))),
    funnel: steps.map(({ label, count }, at) => ({
      label,
      count,
      rate: at === 0 ? null : rateText(count, steps[at - 1]!.count),
      worst: at === worst,
    })),
  };
}

async function visitsBetween(first: string, end: string): Promise<Record<VisitName, number>> {
  const found = await DayCountModel.find({ day: halfOpenRange(first, end) }).lean();
  const sum = (name: VisitName) =>
    found.filter((one) => one.name === name).reduce((all, { count }) => all + count, 0);
  return { search: sum("search"), search_empty: sum("search_empty"), venue: sum("venue") };
}

function chartOf(
  days: readonly string[],
  values: ReadonlyMap<string, number>,
  text: (value: number) => string,
): Chart {
  const bars = days.map((day) => {
    const value = values.get(day) ?? 0;
    return { label: formatDay(day), value, text: text(value) };
  });
  const over = bars.slice(0, -1);
  if (over.length === 0) return { bars, mean: null };
  const value = over.reduce((sum, bar) => sum + bar.value, 0) / over.length;
  return { bars, mean: { value, text: text(value) } };
}

/** How many venues can be found in each département, the most first; overseas ones have three digits. */
async function supplyByDepartment(): Promise<FiguresPage["supply"]> {
  const groups = await VenueModel.aggregate<{ _id: string; count: number }>([
    { $match: { searchable: true } },
    { $group: { _id: { $substrCP: ["$postalCode", 0, 3] }, count: { $sum: 1 } } },
  ]);
  const byDepartment = new Map<string, number>();
  for (const { _id, count } of groups) {
    const department = /^9[78]/.test(_id) ? _id : _id.slice(0, 2);
    byDepartment.set(department, (byDepartment.get(department) ?? 0) + count);
  }
  return [...byDepartment]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([department, count]) => ({ name: departmentName(department), count }));
}
