import fc from "fast-check";
import { Types } from "mongoose";
import { expect, it } from "vitest";
import { ownersLoss, ROUNDING } from "~/rules/money-words";
import { moneyOf } from "./balance";
import { entriesOf } from "./movements";
import { askedFor, dueUpTo, stillToTake, wholeShare, type TakeBack } from "./shares";
import { NO_PAYMENT, sumOf, type PaymentSnapshot } from "./snapshot";
import { lostShares } from "./take-back.server";

/** What an owner is told that they may lose is what the bank's decision would take of them. */

const at = new Date("2027-05-24T10:00:00Z");
const id = new Types.ObjectId();
const parties = { _id: id, userId: id, ownerId: id };
const NOTHING = { cents: 0, taken: null };

/** With a refund made, one that the bank sent back, each with the shares that it took, and a dispute that is undecided. */
const payment = fc
  .record({
    paid: fc.integer({ min: 100, max: 200_000 }),
    fee: fc.integer({ min: 0, max: 40 }),
    made: fc.integer({ min: 0, max: 60 }),
    sentBack: fc.integer({ min: 0, max: 100 }),
    contested: fc.integer({ min: 1, max: 100 }),
    due: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ paid, ...percent }) => {
    const of = (share: number, whole = paid) => Math.floor((whole * share) / 100);
    const made = of(percent.made);
    const rest = paid - made;
    const base: PaymentSnapshot = {
      ...NO_PAYMENT,
      ...{ state: "paid", intentId: "pi_1" },
      charge: { id: "ch_1", amount: paid, captured: paid, manual: false, at },
      transfer: { id: "tr_1", amount: paid, at, reversals: [] },
      fee: { id: "fee_1", amount: of(percent.fee), at, refunds: [] },
      disputes: [
        {
          ...{ id: "dp_1", amount: paid, at, closed: false, refundable: false, dueBy: null },
          withdrawals: [{ id: "txn_1", amount: Math.max(1, of(percent.contested, rest)), at }],
          reinstatements: [],
        },
      ],
    };
    const first = refunded(base, made, "succeeded");
    return {
      payment: refunded(first, of(percent.sentBack, rest), "failed"),
      due: of(percent.due, rest),
    };
  });

function refunded(
  payment: PaymentSnapshot,
  amount: number,
  state: "succeeded" | "failed",
): PaymentSnapshot {
  const taken = taking(payment, wholeShare(payment, payment.refunded, amount));
  return {
    ...taken,
    refunds: [...payment.refunds, { id: `re_${state}`, amount, at, state }],
    refunded: payment.refunded + (state === "failed" ? 0 : amount),
  };
}

/** The payment once these shares have come back. */
function taking(payment: PaymentSnapshot, { transfer, fee }: TakeBack): PaymentSnapshot {
  const { transfer: sent, fee: platform } = payment;
  const once = (list: readonly unknown[], amount: number) => ({
    id: `r_${list.length}`,
    amount,
    at,
  });
  return {
    ...payment,
    transfer: sent && { ...sent, reversals: [...sent.reversals, once(sent.reversals, transfer)] },
    fee: platform && { ...platform, refunds: [...platform.refunds, once(platform.refunds, fee)] },
  };
}

/** What of the owner's share is taken back, so that what is due is with the payer too. */
function takenOf(payment: PaymentSnapshot, target: number): number {
  const lost = lostShares(payment, NOTHING);
  const then = taking(payment, lost);
  const rest = stillToTake(then, askedFor(then), Math.max(0, dueUpTo(target, then, NOTHING)));
  return lost.transfer - lost.fee + rest.transfer - rest.fee;
}

/** What the owner is told, in cents. */
function toldOf(payment: PaymentSnapshot, due: number): number {
  const text = ownersLoss(moneyOf(entriesOf(payment, parties)), due);
  const [, euros = "0"] = /votre part de ([\d\s,]+)\s€ peut/.exec(text) ?? [];
  return Number(euros.replace(/\D/g, ""));
}

it("is told of what the bank's decision takes back at most, to the cents that shares are rounded to", () => {
  fc.assert(
    fc.property(payment, ({ payment, due }) => {
      const target = payment.refunded + due;
      const [dispute] = payment.disputes;
      const chargedBack = sumOf(dispute!.withdrawals);
      const lost = {
        ...payment,
        disputes: [{ ...dispute!, closed: true }],
        ...{ chargedBack, refunded: payment.refunded + chargedBack },
      };
      const atMost = Math.max(takenOf(payment, target), takenOf(lost, target));
      expect(Math.abs(toldOf(payment, due) - atMost)).toBeLessThanOrEqual(2 * ROUNDING);
    }),
    { numRuns: 2_000 },
  );
});
