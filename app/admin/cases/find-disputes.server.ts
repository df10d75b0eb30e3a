import { trusted } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import { keptFor } from "~/platform/concurrency/kept-for";
import { formatEuros } from "~/platform/money";
import { isDisputed } from "~/rules/disputes";
import { CASES_OF_A_KIND, casePath, type FoundCase, type Sought } from "./case-file";
import { reservationsOf } from "./reservations-of-cases.server";

type Dispute = Pick<LedgerEntry, "stripeId" | "reservation" | "amount" | "at">;

/** One that is open, or lost and open to an appeal; its deadline null where nobody kept until when a bank awaits an answer. */
type AwaitedDispute = Dispute & { isAppeal: boolean; deadline: Date | null };

/** How long who asks shares one answer, in minutes: every page of the office asks, whose menu counts what waits. */
const KEPT_MINUTES = 0.5;

/** All disputes that there ever were are gone through for it. */
const kept = keptFor<AwaitedDispute[]>(KEPT_MINUTES);

/**
 * Payments that a bank contests: opened in the ledger and not closed there, or lost and open to an appeal; what is to be answered
 * first comes first. Of all of them what was stored at most half a minute ago: a bank gives days for an answer.
 */
export async function openDisputes({ skip, ids }: Sought): Promise<FoundCase[]> {
  const all = await (ids ? awaitedDisputes(ids) : kept("", new Date(), () => awaitedDisputes()));
  const found = all.slice(skip, skip + CASES_OF_A_KIND);
  const about = await reservationsOf(found);
  return found.map(({ stripeId, reservation, amount, at, isAppeal, deadline }) => {
    const known = about.get(reservation.toString());
    const title = isAppeal ? "Appel d’une contestation perdue" : "Contestation";
    return {
      key: `dispute:${stripeId}`,
      kind: "dispute",
      title: `${title} de ${formatEuros(amount)}`,
      context: `${known?.name ?? "Réservation inconnue"}. Les preuves se déposent chez Stripe.`,
      href: known?.href ?? casePath(`dispute:${stripeId}`),
      since: at,
      deadline,
      amount: formatEuros(amount),
      // Whoever put the dispute away did not put its appeal away.
      mark: isAppeal ? `appel ${deadline?.getTime()}` : String(at.getTime()),
    };
  });
}

/** All of them, or these; those that nobody knows a deadline of come last, the oldest first. */
async function awaitedDisputes(ids?: readonly string[]): Promise<AwaitedDispute[]> {
  const open = await openInLedger(ids);
  const dueBy = await answersDueBy();
  const decided = await appealedDisputes([...dueBy.values()]);
  const appealed = decided.filter(
    ({ stripeId }) =>
      (!ids || ids.includes(stripeId)) &&
      // What was open as the ledger was read is one case still.
      !open.some((one) => one.stripeId === stripeId),
  );
  const awaited = (dispute: Dispute, isAppeal: boolean) => {
    const due = dueBy.get(dispute.stripeId) ?? dueBy.get(dispute.reservation.toString());
    return { ...dispute, isAppeal, deadline: due?.dueBy ?? null };
  };
  const due = ({ deadline }: AwaitedDispute) => deadline?.getTime() ?? Infinity;
  return [
    ...appealed.map((dispute) => awaited(dispute, true)),
    ...open.map((dispute) => awaited(dispute, false)),
  ].sort((a, b) => due(a) - due(b) || 0);
}

/** The disputes that the ledger has as open, or these of them, the oldest first. */
async function openInLedger(ids?: readonly string[]): Promise<Dispute[]> {
  return await LedgerEntryModel.aggregate<Dispute>([
    {
      $match: {
        type: { $in: ["disputed", "dispute_closed"] },
        ...(ids && { stripeId: { $in: ids } }),
      },
    },
    {
      $group: {
        _id: "$stripeId",
        stripeId: { $first: "$stripeId" },
        reservation: { $first: "$reservation" },
        amount: { $max: "$amount" },
        at: { $min: "$at" },
        closed: { $sum: { $cond: [{ $eq: ["$type", "dispute_closed"] }, 1, 0] } },
      },
    },
    { $match: { closed: 0 } },
    { $sort: { at: 1 } },
  ]);
}

/**
 * Of disputes about which a bank awaits an answer those that the ledger has as closed: they were lost, and may be appealed.
 */
async function appealedDisputes(awaited: readonly AwaitedAnswer[]): Promise<Dispute[]> {
  if (awaited.length === 0) return [];
  const entries = await LedgerEntryModel.find({
    reservation: trusted({ $in: awaited.map(({ reservation }) => reservation) }),
    type: trusted({ $in: ["disputed", "dispute_closed"] }),
  })
    .sort({ at: 1 })
    .lean();
  return awaited.flatMap(({ reservation: id, dispute }) => {
    const own = entries.filter(
      ({ reservation, stripeId }) => reservation.equals(id) && stripeId === (dispute ?? stripeId),
    );
    return isDisputed(own) ? [] : (own.findLast(({ type }) => type === "disputed") ?? []);
  });
}

/** Until when a bank awaits an answer about a payment of a reservation, its own or a supplement's. */
interface AwaitedAnswer {
  reservation: string;
  /** Absent where that was not kept. */
  dispute: string | undefined;
  dueBy: Date;
}

/** By dispute, where that was not kept by reservation. */
async function answersDueBy(): Promise<ReadonlyMap<string, AwaitedAnswer>> {
  // However many there are: one that is left out would have no deadline, and lost ones be no case. An index has only those.
  const waiting = await ReservationModel.find(
    { disputeDueBy: trusted({ $exists: true }) },
    "supplementTo disputeDueBy disputeAwaited",
  )
    .sort({ disputeDueBy: 1 })
    .lean();
  const due = waiting.flatMap(({ _id, supplementTo, disputeDueBy: dueBy, disputeAwaited }) => {
    if (!dueBy) return [];
    const reservation = (supplementTo?.reservation ?? _id).toString();
    const awaited = { reservation, dispute: disputeAwaited, dueBy };
    return [[disputeAwaited ?? reservation, awaited] as const];
  });
  // The soonest of several.
  return new Map(due.toReversed());
}
