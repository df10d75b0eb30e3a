import { trusted } from "mongoose";
import { RECEIPT_KINDS, type ReceiptKind } from "@models/enumerations";
import type { LedgerDifference } from "@models/ledger-difference";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { lastComparison, openDifferences } from "~/payments/compare-ledger.server";
import { MOVEMENT_LABELS, type LedgerSums } from "~/payments/ledger-sums";
import { keptFor } from "~/platform/concurrency/kept-for";
import { formatInstant, todayInParis } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { formatEuros } from "~/platform/money";
import { partLabel, periodOf, type Period } from "./period";
import { sumLedger } from "./sum-ledger.server";

/** So many differences are shown; who has more of them has another problem. */
const MOST = 100;

/** Sums as people read them. */
export type EurosOf = Record<keyof LedgerSums, string>;

/** What the books say of a period. */
export interface FinancePage {
  /** `after`: null while the period lasts, since nothing moved after it. */
  period: Pick<Period, "name" | "unit" | "label" | "before"> & { after: string | null };
  parts: { part: string; label: string; euros: EurosOf }[];
  total: EurosOf;
  documents: { kind: ReceiptKind; count: number; total: string }[];
  comparison: { at: string | null; differences: DifferenceRow[] };
}

export interface DifferenceRow {
  id: string;
  movement: string;
  stripeId: string;
  at: string;
  /** Null: the ledger, or Stripe, does not have it. */
  ledger: string | null;
  stripe: string | null;
  reference: string | null;
}

const addUp = (period: Period) => Promise.all([sumLedger(period), documentsOf(period)]);

/** All that moved in a period, up to a year, is added up for it; in one that is over little moves still. */
const keptSums = keptFor<Awaited<ReturnType<typeof addUp>>>(5);
const sumsOf = async (period: Period, now: Date) =>
  period.to <= now ? await keptSums(period.name, now, () => addUp(period)) : await addUp(period);

/**
 * The sums of a period, of one that is over as they were at most five minutes ago, and what differs now.
 *
 * @param wanted `YYYY-MM` or `YYYY`; the present month otherwise
 */
export async function financePage(wanted: string, now: Date): Promise<FinancePage> {
  const period = periodOf(wanted, todayInParis(now));
  const [[{ parts, total }, documents], at, differences] = await Promise.all([
    sumsOf(period, now),
    lastComparison(),
    openDifferences(MOST),
  ]);
  const { name, unit, label, before } = period;
  const after = period.to <= now ? period.after : null;
  return {
    period: { name, unit, label, before, after },
    parts: parts.map(({ part, sums }) => ({ part, label: partLabel(part), euros: eurosOf(sums) })),
    total: eurosOf(total),
    documents,
    comparison: { at: at && formatInstant(at), differences: await rowsOf(differences) },
  };
}

function eurosOf(sums: LedgerSums): EurosOf {
  const entries = Object.entries(sums) as [keyof LedgerSums, number][];
  return Object.fromEntries(entries.map(([name, sum]) => [name, formatEuros(sum)])) as EurosOf;
}

async function documentsOf({ from, to }: Period): Promise<FinancePage["documents"]> {
  const found = await ReceiptModel.aggregate<{ _id: ReceiptKind; count: number; total: number }>([
    // By the kinds too, though these are all: so an index has everything that is asked for.
    { $match: { kind: { $in: [...RECEIPT_KINDS] }, issuedAt: { $gte: from, $lt: to } } },
    { $group: { _id: "$kind", count: { $sum: 1 }, total: { $sum: "$total" } } },
  ]);
  return RECEIPT_KINDS.map((kind) => {
    const { count = 0, total = 0 } = found.find(({ _id }) => _id === kind) ?? {};
    return { kind, count, total: formatEuros(total) };
  });
}

async function rowsOf(differences: readonly LedgerDifference[]): Promise<DifferenceRow[]> {
  const ids = differences.flatMap(({ reservation }) => reservation ?? []);
  const reservations = await ReservationModel.find(
    { _id: trusted({ $in: ids }) },
    "reference",
  ).lean();
  const euros = (amount: number | undefined) => (amount === undefined ? null : formatEuros(amount));
  return differences.map((one) => ({
    id: one._id,
    movement: knownOr(MOVEMENT_LABELS, one.type, OTHER),
    stripeId: one.stripeId,
    at: formatInstant(one.at),
    ledger: euros(one.ledgerAmount),
    stripe: euros(one.stripeAmount),
    reference:
      reservations.find(({ _id }) => one.reservation?.equals(_id) ?? false)?.reference ?? null,
  }));
}
