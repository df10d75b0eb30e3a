/** The payments that a person has to see to: opened where they come up, shown in the back-office. */
import { trusted, type ClientSession, type Types } from "mongoose";
import { CaseSettlementModel } from "@models/case-settlement";
import {
  PAYMENT_CASE_KINDS,
  PaymentCaseModel,
  type PaymentCase,
  type PaymentCaseKind,
} from "@models/payment-case";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import type { Cents } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import type { Parties } from "./ledger.server";

/**
 * Whether a case is of a refund that is due and does not go by itself: that refund then ends it (refund.server.ts), and once a
 * person has put it away nobody waits for its cents (`centsGivenUp`). What ends each of the others has to be said by itself.
 */
const IS_REFUND: Record<PaymentCaseKind, boolean> = {
  refund_refused: true,
  refund_failing: true,
  refund_disputed: true,
  // Stripe was asked, and pays it once there are funds: `watchFunds` ends it.
  refund_unfunded: false,
  // take-back.server.ts ends it, once that is done or nothing is due.
  take_back_refused: false,
  // Nothing ends it: a person puts it away, and it is opened once only.
  dispute_reinstated: false,
  // note-lost.server.ts ends it, once all is back with the payer and nobody keeps a part of it.
  reservation_lost: false,
};
export const REFUND_CASES = PAYMENT_CASE_KINDS.filter((kind) => IS_REFUND[kind]);

/**
 * Hands something about a payment to a person, once however often it comes up: amount and reason are the
 * latest, `since` the first. A case that was closed is opened anew, unless it may be opened once only.
 */
export async function openCase(
  kind: PaymentCaseKind,
  about: { parties: Pick<Parties, "_id">; paymentIntentId: string; amount: number; reason: string },
  { onlyOnce = false }: { onlyOnce?: boolean } = {},
): Promise<void> {
  const { parties, paymentIntentId, amount, reason } = about;
  const _id = `${kind}:${paymentIntentId}`;
  const reservation = parties._id;
  const latest = { amount, reason };
  const seenAt = new Date();
  const known = await PaymentCaseModel.updateOne(
    { _id, closedAt: NOT_SET },
    { $set: { ...latest, seenAt } },
  );
  if (known.matchedCount > 0) return;
  if (onlyOnce && (await PaymentCaseModel.exists({ _id }))) return;
  logger.error({ kind, reservation: reservation.toString(), ...latest }, "payment needs a person");
  const fresh = { kind, reservation, paymentIntentId, since: seenAt, seenAt, ...latest };
  try {
    await PaymentCaseModel.updateOne(
      { _id },
      { $set: fresh, $unset: { closedAt: 1 } },
      { upsert: true },
    );
  } catch (error) {
    // Opened elsewhere at this moment.
    if (!isDuplicateKey(error)) throw error;
  }
}

/**
 * Notes that nothing of these kinds is due for a payment any more.
 *
 * @param asOf before the payment was read that says so: of several who follow it at once, one that read it before a
 * refund came back would else close what another one, who knows of that, has opened
 */
export async function closeCases(
  paymentIntentId: string,
  kinds: readonly PaymentCaseKind[],
  asOf: Date,
): Promise<void> {
  const known = { seenAt: trusted({ $not: { $gt: asOf } }), closedAt: NOT_SET };
  // No transaction writes cases, so that none can be in the way.
  // eslint-disable-next-line transactions/within-transaction
  await PaymentCaseModel.updateMany(
    { paymentIntentId, kind: trusted({ $in: kinds }), ...known },
    { $set: { closedAt: new Date() } },
  );
}

/** The cases that wait for a person, the oldest first. @param ids of those that are asked for */
export async function openCases(
  limit = 100,
  skip = 0,
  ids?: readonly string[],
): Promise<PaymentCase[]> {
  const asked = ids && { _id: trusted({ $in: [...ids] }) };
  return await PaymentCaseModel.find({ closedAt: NOT_SET, ...asked })
    .sort({ since: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean();
}

/** How a case is called where it is put away, and for what of it that holds: what changes brings it back. */
export function settlementOf({ _id, since, amount, reason }: PaymentCase): {
  key: string;
  mark: string;
} {
  return { key: `payment:${_id}`, mark: `${since.getTime()} ${amount} ${reason}` };
}

type OpenCase = Pick<PaymentCase, "kind" | "paymentIntentId" | "amount"> & { isPutAway: boolean };

/**
 * Cents of a reservation's refunds that nobody waits for any more: a person put all away that is open of them, since they
 * were paid otherwise, or cannot be. What waits for Stripe's balance still goes back to the card, whoever put its case away.
 *
 * @param own the open cases of that reservation
 */
export function centsGivenUp(own: readonly OpenCase[]): Cents {
  const refunds = own.filter(({ kind }) => REFUND_CASES.includes(kind));
  const waiting = new Set(
    refunds.filter((one) => !one.isPutAway).map((one) => one.paymentIntentId),
  );
  // What keeps the rest of a payment is about the same cents each.
  const sums = new Map<string, Cents>();
  for (const { paymentIntentId: payment, amount } of refunds) {
    if (!waiting.has(payment)) sums.set(payment, Math.max(amount, sums.get(payment) ?? 0));
  }
  return [...sums.values()].reduce((sum, amount) => sum + amount, 0);
}

/** The open cases of some reservations, each with whether a person put it away as it still is. */
export async function openCasesOf(
  reservations: readonly Types.ObjectId[],
  transaction: ClientSession | undefined,
): Promise<(PaymentCase & { isPutAway: boolean })[]> {
  if (reservations.length === 0) return [];
  // What is closed is told apart here: a filter of two kinds would be held against the cases of all others.
  const cases = await PaymentCaseModel.find({ reservation: trusted({ $in: [...reservations] }) })
    .session(transaction ?? null)
    .lean();
  const open = cases.filter(({ closedAt }) => !closedAt);
  if (open.length === 0) return [];
  const keys = open.map((one) => settlementOf(one).key);
  const settled = await CaseSettlementModel.find({ _id: trusted({ $in: keys }) }, "mark")
    .session(transaction ?? null)
    .lean();
  const marks = new Map(settled.map(({ _id, mark }) => [_id, mark]));
  return open.map((one) => {
    const { key, mark } = settlementOf(one);
    return { ...one, isPutAway: marks.get(key) === mark };
  });
}
