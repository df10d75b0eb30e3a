import type { LedgerEntry } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { buildPaidIntent, type PaidIntent, type PastRefund } from "@sandbox/stripe/paid-intent";
import { entriesOf } from "~/payments/movements";
import { paymentTerms } from "~/payments/payable";
import { awaitedDispute, snapshotOf } from "~/payments/snapshot";
import type { ToldBooking } from "./stories";

/** What the payment provider and the books know of a reservation. */
export interface BookedPayment {
  /** With the ids of its payment. */
  reservation: Reservation;
  /** What the receipt says of its dates, where they were changed since. */
  former: ToldBooking["former"];
  /** As the product itself would have written it, had it seen the payment. */
  ledger: LedgerEntry[];
  /** For the Stripe sandbox to take in. */
  objects: PaidIntent["objects"];
}

/** What goes otherwise with a payment than its story says, for somebody to see to. */
export interface Trouble {
  /** When the payer's bank began to ask about it. */
  inquiryAt?: Date;
  /** Cents by which the provider took less of the owner's part than the books say. */
  feeShort?: number;
  /** When the payer's bank sent each refund back, the first as the story dates it; none ever arrived. */
  refundsSentBackAt?: readonly Date[];
}

/**
 * Pays for a reservation as its story says.
 *
 * @param customer the buyer's id at the payment provider
 * @param sandboxUrl where the Stripe sandbox answers: receipts are found there
 */
export function payFor(
  { reservation, payment, former }: ToldBooking,
  customer: string,
  sandboxUrl: string,
  { inquiryAt, feeShort = 0, refundsSentBackAt }: Trouble = {},
): BookedPayment {
  if (!payment) return { reservation, former, ledger: [], objects: [] };
  const terms = paymentTerms(reservation);
  const make = (applicationFeeAmount: number) =>
    buildPaidIntent({
      seed: reservation.reference,
      publicUrl: sandboxUrl,
      amount: reservation.total,
      applicationFeeAmount,
      destination: terms.transfer_data.destination,
      customer,
      transferGroup: terms.transfer_group,
      metadata: asStored(terms.metadata),
      created: seconds(payment.authorisedAt),
      captureMethod: reservation.needValidation ? "manual" : "automatic",
      capturedAt: payment.capturedAt && seconds(payment.capturedAt),
      canceledAt: payment.releasedAt && seconds(payment.releasedAt),
      card: refundsSentBackAt && "pm_card_refundFail",
      refunds: payment.refund && refundsOf(payment.refund, refundsSentBackAt),
      inquiryAt: inquiryAt && seconds(inquiryAt),
    });
  const paid = make(terms.application_fee_amount);
  const snapshot = asRead(paid);
  const awaited = awaitedDispute(snapshot);
  return {
    reservation: {
      ...reservation,
      refunded: refundsSentBackAt ? 0 : reservation.refunded,
      paymentIntentId: paid.paymentIntent.id,
      chargeId: paid.charge.id,
      ...(snapshot.cardLast4 !== null && { cardLast4: snapshot.cardLast4 }),
      ...(awaited && { disputeDueBy: awaited.dueBy, disputeAwaited: awaited.id }),
    },
    former,
    ledger: entriesOf(snapshot, reservation),
    objects: feeShort > 0 ? make(terms.application_fee_amount - feeShort).objects : paid.objects,
  };
}

/** One refund, or one for each time that the bank sent it back. */
function refundsOf(
  { amount, at }: { amount: number; at: Date },
  sentBackAt: readonly Date[] = [at],
): PastRefund[] {
  return sentBackAt.map((moment, index) => ({
    amount,
    at: seconds(moment),
    reason: "requested_by_customer",
    isRetry: index > 0,
  }));
}

/** A payment as asking for it would show it: its charge, transfer and fee in place of their ids. */
function asRead(paid: PaidIntent) {
  const { paymentIntent, charge, transfer, applicationFee, refunds, disputes } = paid;
  const latest_charge = {
    ...charge,
    application_fee: applicationFee,
    ...(transfer ? { transfer } : {}),
  };
  const intent = { ...paymentIntent, latest_charge };
  return snapshotOf({ session: null, intent, refunds, disputes });
}

/** Metadata as the payment provider keeps it: text. */
function asStored(metadata: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
