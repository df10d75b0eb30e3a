import type { PaymentCaseKind } from "@models/payment-case";
import type { Cents } from "~/platform/money";
import { refusalReason } from "./gateway.server";
import { writeDown } from "./ledger.server";
import { closeCases, givenUpOf, openCase, REFUND_CASES } from "./payment-cases.server";
import { readPayment } from "./read-payment.server";
import {
  askedFor,
  dueUpTo,
  stillToTake,
  takenBeyond,
  wholeShare,
  type GivenUp,
  type TakeBack,
} from "./shares";
import type { PaymentSnapshot } from "./snapshot";
import { claimRefund, refundAnswered } from "./refund-claim.server";
import { keyTurnOf, moveUnderKey, type KeyTurn } from "./spent-keys.server";
import { takeBack, type PaymentOwner } from "./take-back.server";

/** Past so many refunds that the bank sent back, another one would be too. */
const MOST_FAILURES = 3;

/** @property key what tells this payment's refunds apart: the reservation's id for its own payment */
export interface RefundOptions extends PaymentOwner {
  key: string;
}

/**
 * Gives a paid amount back until `target` cents are with the payer in all, but for what a person has given up of it, which
 * counts as theirs. The owner's part and the platform's come back in proportion, but for what of them came back already with
 * a refund that failed.
 * What became of the payment so far is in the ledger before anything is tried.
 *
 * Does nothing once that much was given back: to be called again after a crash, and at the same time by
 * several, whose equal calls carry the same key. What Stripe refuses, what the bank keeps sending back and
 * what is in dispute becomes a person's case.
 *
 * @param payment what the payment is now, `paid`
 * @returns what it is afterwards
 */
export async function refundUpTo(
  target: Cents,
  payment: PaymentSnapshot,
  options: RefundOptions,
): Promise<PaymentSnapshot> {
  const { intentId } = payment;
  if (intentId === null) return payment;
  const givenUp = await givenUpOf(intentId);
  let now = payment;
  if (dueUpTo(target, now, givenUp) > 0) {
    const { turn, present } = await keyTurnOf({ ...now, intentId }, options.ref);
    const due = dueUpTo(target, present, givenUp);
    if (due > 0) return await refund(due, { ...present, intentId }, { ...options, turn, givenUp });
    now = present;
  }
  await closeCases(intentId, REFUND_CASES, options.asOf);
  await watchFunds(now, options);
  return now;
}

/** A refund that waits for funds is a person's case, whoever asked for it: nobody else can fund the balance. */
export async function watchFunds(
  { intentId: paymentIntentId, unfunded: amount, refunds }: PaymentSnapshot,
  { parties, asOf }: PaymentOwner,
): Promise<void> {
  if (paymentIntentId === null || refunds.length === 0) return;
  if (amount === 0) return await closeCases(paymentIntentId, ["refund_unfunded"], asOf);
  const reason =
    "Solde Stripe insuffisant\u00a0: alimentez-le, le remboursement part ensuite de lui-même";
  await openCase("refund_unfunded", { parties, paymentIntentId, amount, reason });
}

/** @property givenUp cents of the payment that go to the card no more (`givenUpOf`) */
interface Attempt extends RefundOptions {
  turn: KeyTurn;
  givenUp: GivenUp;
}

async function refund(
  due: Cents,
  payment: PaymentSnapshot & { intentId: string },
  options: Attempt,
): Promise<PaymentSnapshot> {
  const { intentId } = payment;
  const { parties, ref, key, asOf, turn, givenUp } = options;
  const hand = async (kind: PaymentCaseKind, reason: string, now: PaymentSnapshot = payment) => {
    const about = { parties, paymentIntentId: intentId, amount: due, reason };
    const takenBack = takenBeyond(now, askedFor(now));
    await openCase(kind, { ...about, givenUpBefore: givenUp.cents, takenBack });
    // One thing at a time keeps the rest of a payment: of two cases about the same cents people would pay each.
    const others = REFUND_CASES.filter((other) => other !== kind);
    await closeCases(intentId, others, asOf);
    return now;
  };
  await writeDown(payment, parties);
  const hold = obstacle(payment);
  if (hold) return await hand(hold.kind, hold.reason);
  // While it is uncertain what became of the last one Stripe is asked for nothing.
  const claim = turn.isUncertain ? null : await claimRefund(intentId, givenUp);
  const answered = async () => void (claim && (await refundAnswered(claim)));
  const ready = await evenOut(due, payment, options);
  if (ready === null) {
    await answered();
    return payment;
  }
  try {
    // Failed refunds count: each new one after them has a number, and so a key, of its own.
    await moveUnderKey(turn, `re:${key}:${payment.refunds.length + 1}`, (stripe, once) =>
      stripe.refunds.create(
        {
          payment_intent: intentId,
          amount: due,
          reason: "requested_by_customer",
          ...flagsOf(due, ready, givenUp),
          metadata: { reservation: parties._id.toString() },
        },
        once,
      ),
    );
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === null) throw error;
    await answered();
    return await hand("refund_refused", reason, ready);
  }
  await closeCases(intentId, REFUND_CASES, asOf);
  // Not before it is closed: nobody puts away a case whose refund is with the payer.
  await answered();
  const after = await readPayment(ref);
  await watchFunds(after, options);
  return after;
}

/** What stands in the way of refunding a payment by itself. */
function obstacle({
  disputes,
  refunds,
}: PaymentSnapshot): { kind: PaymentCaseKind; reason: string } | null {
  const dispute = disputes.find(({ refundable }) => !refundable);
  if (dispute) return { kind: "refund_disputed", reason: `Litige ${dispute.id}` };
  const failed = refunds.filter(({ state }) => state === "failed").length;
  if (failed < MOST_FAILURES) return null;
  return {
    kind: "refund_failing",
    reason: `${failed} remboursements refusés par la banque ou abandonnés`,
  };
}

/**
 * Which parts a refund of `due` cents takes back itself: those of which nothing has come back. Before
 * Stripe has told of the transfer, that is all.
 */
function flagsOf(due: Cents, payment: PaymentSnapshot, givenUp: GivenUp) {
  const missing = stillToTake(payment, askedFor(payment), due, givenUp);
  const isSettled = payment.transfer !== null;
  return {
    reverse_transfer: !isSettled || missing.transfer > 0,
    refund_application_fee: !isSettled || missing.fee > 0,
  };
}

/**
 * When a part has come back for less than the refund takes of it, takes the rest first: the refund's own
 * flags know all or nothing.
 *
 * @returns the payment then, or null when Stripe refuses
 */
async function evenOut(
  due: Cents,
  payment: PaymentSnapshot,
  { givenUp, ...owner }: PaymentOwner & Pick<Attempt, "turn" | "givenUp">,
): Promise<PaymentSnapshot | null> {
  const from = askedFor(payment);
  const missing = stillToTake(payment, from, due, givenUp);
  const whole = wholeShare(payment, from, due, givenUp);
  const restOf = (part: keyof TakeBack) => (missing[part] < whole[part] ? missing[part] : 0);
  const rest = { transfer: restOf("transfer"), fee: restOf("fee") };
  return rest.transfer + rest.fee === 0 ? payment : await takeBack(rest, payment, owner);
}
