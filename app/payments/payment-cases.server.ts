/** The payments that a person has to see to: opened where they come up, shown in the back-office. */
import { trusted, type ClientSession, type Types } from "mongoose";
import { CaseSettlementModel, type CaseSettlement } from "@models/case-settlement";
import {
  PAYMENT_CASE_KINDS,
  PaymentCaseModel,
  type PaymentCase,
  type PaymentCaseKind,
} from "@models/payment-case";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { inTransaction } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import type { Cents } from "~/platform/money";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import type { Parties } from "./movements";
import type { GivenUp, TakeBack } from "./shares";

/**
 * Whether a case is of a refund that is due and does not go by itself: that refund then ends it (refund.server.ts), and once a
 * person has put it away its cents go to the card no more (`givenUpOf`). What ends each of the others has to be said by itself.
 */
const IS_REFUND: Record<PaymentCaseKind, boolean> = {
  refund_refused: true,
  refund_failing: true,
  refund_disputed: true,
  // Stripe was asked, and pays it once there are funds: `watchFunds` ends it.
  refund_unfunded: false,
  // take-back.server.ts ends it, once that is done or nothing is due.
  take_back_refused: false,
  // take-back.server.ts ends it, once no more is owed than a person has paid (`paidByHandOf`).
  dispute_reinstated: false,
  // note-lost.server.ts ends it, once all is back with the payer and nobody keeps a part of it.
  reservation_lost: false,
};
export const REFUND_CASES = PAYMENT_CASE_KINDS.filter((kind) => IS_REFUND[kind]);

/**
 * Hands something about a payment to a person, once however often it comes up: amount and reason are the
 * latest, `since` the first. A case that was closed is opened anew; so is one of which cents were given up since: it is about
 * others.
 */
export async function openCase(
  kind: PaymentCaseKind,
  about: {
    parties: Pick<Parties, "_id">;
    paymentIntentId: string;
    amount: number;
    reason: string;
    givenUpBefore?: Cents;
    takenBack?: TakeBack;
  },
): Promise<void> {
  const { parties, paymentIntentId, amount, reason, givenUpBefore = 0, takenBack } = about;
  const _id = `${kind}:${paymentIntentId}`;
  const reservation = parties._id;
  const latest = { amount, reason };
  const seen = { seenAt: new Date(), ...(takenBack && { takenBack }) };
  const known = await PaymentCaseModel.updateOne(
    { _id, closedAt: NOT_SET, givenUpBefore: givenUpBefore || NOT_SET },
    { $set: { ...latest, ...seen } },
  );
  if (known.matchedCount > 0) return;
  logger.error({ kind, reservation: reservation.toString(), ...latest }, "payment needs a person");
  const fresh = { kind, reservation, paymentIntentId, since: seen.seenAt, ...seen, ...latest };
  try {
    await PaymentCaseModel.updateOne(
      { _id },
      givenUpBefore > 0
        ? { $set: { ...fresh, givenUpBefore }, $unset: { closedAt: 1 } }
        : { $set: fresh, $unset: { closedAt: 1, givenUpBefore: 1 } },
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

const keyOf = (id: PaymentCase["_id"]) => `payment:${id}`;

/** How a case is called where it is put away, and for what of it that holds: what changes brings it back. */
export function settlementOf({ _id, since, amount, reason }: PaymentCase): {
  key: string;
  mark: string;
} {
  return { key: keyOf(_id), mark: `${since.getTime()} ${amount} ${reason}` };
}

const settlementsOf = (paymentIntentId: string) => ({
  _id: trusted({ $in: REFUND_CASES.map((kind) => keyOf(`${kind}:${paymentIntentId}`)) }),
});

/**
 * What of a payment goes back to the card no more: a person put the case of its refund away, since it was paid
 * otherwise, or cannot be. It holds whatever became of the case since. What waits for Stripe's balance is none of
 * it: Stripe was asked for it, and pays it, whoever put its case away.
 */
export async function givenUpOf(
  paymentIntentId: string,
  transaction: ClientSession | null = null,
): Promise<GivenUp> {
  // The latest of those that say the most: each says it of all its payment.
  const told = await CaseSettlementModel.findOne(settlementsOf(paymentIntentId))
    .sort({ givenUp: -1, at: -1 })
    .session(transaction)
    .lean();
  return { cents: told?.givenUp ?? 0, taken: told?.takenBack ?? null };
}

/**
 * Cents of a payment that a person has paid to its owner by hand, as they put the case of that away. Without end where that says
 * none, as of before it was kept: how much it was about nobody knows any more.
 */
export async function paidByHandOf(
  paymentIntentId: string,
  transaction: ClientSession | null = null,
): Promise<Cents> {
  const settled = await CaseSettlementModel.findById(
    keyOf(`dispute_reinstated:${paymentIntentId}`),
    "paidByHand",
  )
    .session(transaction)
    .lean();
  return settled ? (settled.paidByHand ?? Infinity) : 0;
}

/**
 * Notes that somebody has given back to the card what a person had given up of a payment: of that, `cents` are left.
 *
 * @param known what it was when that was found: should more have been given up since, the next look tells
 */
export async function lowerGivenUp(
  paymentIntentId: string,
  known: Cents,
  cents: Cents,
): Promise<void> {
  await inTransaction(async (session) => {
    if ((await givenUpOf(paymentIntentId, session)).cents !== known) return;
    await CaseSettlementModel.updateMany(
      { ...settlementsOf(paymentIntentId), givenUp: trusted({ $gt: cents }) },
      { $set: { givenUp: cents } },
      { session },
    );
  });
}

/** Each says it of all its payment: what kept its rest back one after the other was about the same cents. */
function mostGivenUp(settled: readonly { givenUp?: Cents }[]): Cents {
  return Math.max(0, ...settled.map(({ givenUp = 0 }) => givenUp));
}

/**
 * What the settlement has to say of its payment's cents once a case is put away: those that are given up, or that were paid to the
 * owner. Null: it is of neither.
 *
 * @param mark what the case was when it was looked at, which nobody has put away yet: twice, what was paid would count twice
 * @throws Refusal("case_changed") once it is something else, or closed
 */
export async function centsSettledWith(
  id: PaymentCase["_id"],
  mark: string,
  transaction: ClientSession,
): Promise<Pick<CaseSettlement, "givenUp" | "takenBack" | "paidByHand"> | null> {
  const open = { _id: id, closedAt: NOT_SET };
  const found = await PaymentCaseModel.findOne(open).session(transaction).lean();
  if (!found || settlementOf(found).mark !== mark) throw new Refusal("case_changed");
  const { kind, paymentIntentId, amount, givenUpBefore = 0, takenBack } = found;
  if (kind === "dispute_reinstated") {
    const paidByHand = (await paidByHandOf(paymentIntentId, transaction)) + amount;
    return Number.isFinite(paidByHand) ? { paidByHand } : null;
  }
  if (!IS_REFUND[kind]) return null;
  const { cents } = await givenUpOf(paymentIntentId, transaction);
  const givenUp = Math.max(cents, givenUpBefore + amount);
  return { givenUp, ...(takenBack && { takenBack }) };
}

/** A case of a reservation, open or not, with what a person did about it. */
export interface FollowedCase extends PaymentCase {
  /** It is open, and nobody has put it away as it is. */
  isWaiting: boolean;
  /** As the settlement has it, see there; 0: there is none. */
  givenUp: Cents;
}

/** Cents of a reservation's payments that are given up (`givenUpOf`). @param own the cases of that reservation */
export function centsGivenUp(
  own: readonly Pick<FollowedCase, "paymentIntentId" | "givenUp">[],
): Cents {
  const payments = [...new Set(own.map(({ paymentIntentId }) => paymentIntentId))];
  return payments.reduce(
    (sum, payment) =>
      sum + mostGivenUp(own.filter(({ paymentIntentId }) => paymentIntentId === payment)),
    0,
  );
}

/** The cases of some reservations, those too that are closed. */
export async function casesOf(
  reservations: readonly Types.ObjectId[],
  transaction: ClientSession | undefined,
): Promise<FollowedCase[]> {
  if (reservations.length === 0) return [];
  const cases = await PaymentCaseModel.find({ reservation: trusted({ $in: [...reservations] }) })
    .session(transaction ?? null)
    .lean();
  if (cases.length === 0) return [];
  const keys = cases.map(({ _id }) => keyOf(_id));
  const settled = await CaseSettlementModel.find({ _id: trusted({ $in: keys }) }, "mark givenUp")
    .session(transaction ?? null)
    .lean();
  const settlements = new Map(settled.map((one) => [one._id, one]));
  return cases.map((one) => {
    const { key, mark } = settlementOf(one);
    const settlement = settlements.get(key);
    const isWaiting = !one.closedAt && settlement?.mark !== mark;
    return { ...one, isWaiting, givenUp: settlement?.givenUp ?? 0 };
  });
}
