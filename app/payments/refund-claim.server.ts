/**
 * Who comes first to the case of a refund: whoever asks Stripe for that refund once more, or the person who puts the case away,
 * as it was paid otherwise. Each says so on the case before, in one write that the other's stands in the way of, so that
 * the payer gets it once. No transaction writes cases (`closeCases`).
 */
import { trusted } from "mongoose";
import { PaymentCaseModel, type PaymentCase } from "@models/payment-case";
import { addMinutes } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { givenUpOf, REFUND_CASES } from "./payment-cases.server";
import type { GivenUp } from "./shares";
import { notYet, UNCERTAIN_MINUTES } from "./spent-keys.server";

/** Longer than a case takes to be put away: past that, whoever did it is taken for dead. */
const PUTTING_AWAY_MINUTES = 1;

const notSince = (minutes: number, now: Date) =>
  trusted({ $not: { $gt: addMinutes(now, -minutes) } });

/** Which cases say that Stripe is being asked for their refund, and since when. */
export interface RefundClaim {
  cases: readonly PaymentCase["_id"][];
  askedAt: Date;
}

/**
 * Says that Stripe is about to be asked for a payment's refund: nobody puts a case of it away until it has answered
 * (`refundAnswered`), or until nothing can come of it any more.
 *
 * @param known what was given up of the payment as its refund was worked out
 * @throws Refusal("unavailable") where a case of it is being put away, or was meanwhile: what is due has to be worked out again
 */
export async function claimRefund(paymentIntentId: string, known: GivenUp): Promise<RefundClaim> {
  const askedAt = new Date();
  const kind = trusted({ $in: [...REFUND_CASES] });
  const found = await PaymentCaseModel.find({ paymentIntentId, kind }, "closedAt").lean();
  const open = found.filter(({ closedAt }) => !closedAt).map(({ _id }) => _id);
  const claim = { cases: open, askedAt };
  for (const _id of open) {
    const free = { _id, putAwayAt: notSince(PUTTING_AWAY_MINUTES, askedAt) };
    const { matchedCount } = await PaymentCaseModel.updateOne(free, { $set: { askedAt } });
    if (matchedCount === 0) return await giveWay(claim, paymentIntentId);
  }
  if (found.length === 0 || (await givenUpOf(paymentIntentId)).cents === known.cents) return claim;
  return await giveWay(claim, paymentIntentId);
}

async function giveWay(claim: RefundClaim, paymentIntentId: string): Promise<never> {
  await refundAnswered(claim);
  throw notYet(paymentIntentId);
}

/** Notes that Stripe has said what it did of the refund that it was asked for, but for what somebody has asked since. */
export async function refundAnswered({ cases, askedAt }: RefundClaim): Promise<void> {
  for (const _id of cases)
    await PaymentCaseModel.updateOne({ _id, askedAt }, { $unset: { askedAt: 1 } });
}

/**
 * Puts a case away by `work`, while nobody asks Stripe for what it is about.
 *
 * @throws Refusal("refund_under_way") where somebody does, or did and has no answer yet; and what `work` throws
 */
export async function whilePutAway<T>(id: PaymentCase["_id"], work: () => Promise<T>): Promise<T> {
  const putAwayAt = new Date();
  const askedAt = notSince(UNCERTAIN_MINUTES, putAwayAt);
  const open = { _id: id, closedAt: NOT_SET };
  const { matchedCount } = await PaymentCaseModel.updateOne(
    { ...open, askedAt },
    { $set: { putAwayAt } },
  );
  if (matchedCount === 0 && (await PaymentCaseModel.exists(open)))
    throw new Refusal("refund_under_way");
  try {
    return await work();
  } finally {
    await PaymentCaseModel.updateOne({ _id: id, putAwayAt }, { $unset: { putAwayAt: 1 } });
  }
}
