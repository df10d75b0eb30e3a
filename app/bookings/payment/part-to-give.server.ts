import type { Reservation } from "@models/reservation";
import { givenUpOf, lowerGivenUp } from "~/payments/payment-cases.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import type { Cents } from "~/platform/money";
import { refundDecided } from "~/rules/cancellation";
import { spread, type PaidPart } from "~/rules/paid-parts";

/** Cents that went back of a payment, or were asked for and wait for funds. */
export function goneOf({ refunded, unfunded }: PaymentSnapshot): Cents {
  return refunded + unfunded;
}

/** Cents that refunds gave back of a payment, or are to: what a bank took back it may yet give back. */
export function refundsOf(payment: PaymentSnapshot): Cents {
  return goneOf(payment) - payment.chargedBack;
}

/**
 * What is to be with the payer of one of a reservation's payments. What is given up of any of them counts as theirs: no other
 * payment gives it back. What somebody gave back to the card beyond what was decided was given up before: it is no longer.
 *
 * @param of.records of its payments, its own first
 * @param of.parts with what went back of each as it was read
 * @param of.refunds cents that refunds gave back of each
 */
export async function partToGive(
  place: number,
  of: { records: readonly Reservation[]; parts: readonly PaidPart[]; refunds: readonly Cents[] },
): Promise<{ returned: Cents; target: Cents }> {
  const { records, parts, refunds } = of;
  const givenUp: Cents[] = [];
  for (const { paymentIntentId } of records) {
    givenUp.push(paymentIntentId ? (await givenUpOf(paymentIntentId)).cents : 0);
  }
  const sum = (cents: readonly Cents[]) => cents.reduce((all, one) => all + one, 0);
  const gone = parts.map(({ refunded }) => refunded);
  // What is written down of banks is older than what was read of them.
  const decided = refundDecided(records[0]!, sum(gone) - sum(refunds));
  const beyond = Math.max(0, sum(refunds) + sum(givenUp) - decided);
  const known = givenUp[place]!;
  const given = Math.min(known, beyond);
  if (given > 0) {
    givenUp[place] = known - given;
    await lowerGivenUp(records[place]!.paymentIntentId!, known, known - given);
  }
  const withPayer = parts.map((part, index) => ({
    ...part,
    // Of what was given up a bank may have taken as much: a payment is with the payer once.
    refunded: Math.max(part.refunded, Math.min(part.total, part.refunded + givenUp[index]!)),
  }));
  return { returned: parts[place]!.returned, target: spread(withPayer, decided)[place]! };
}
