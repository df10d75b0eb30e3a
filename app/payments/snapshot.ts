import type Stripe from "stripe";

/**
 * What a payment is at Stripe, at one moment.
 *
 * - `none`: nothing was ever opened
 * - `open`: it can be paid
 * - `requires_action`: the payer's bank asks for authentication
 * - `failed`: a card was declined or the bank refused; another card may still be tried
 * - `authorised`: the card is good for the amount, nothing is taken yet
 * - `paid`: the money was taken, whatever was given back since
 * - `cancelled`: it can no longer be paid, nothing was taken
 */
export type PaymentState =
  "none" | "open" | "requires_action" | "failed" | "authorised" | "paid" | "cancelled";

/** Money that moved: positive cents, the Stripe object that moved it, and when. */
export interface Movement {
  id: string;
  amount: number;
  at: Date;
}

export interface PaymentSnapshot {
  state: PaymentState;
  sessionId: string | null;
  /** The hosted payment page, while it is open. */
  sessionUrl: string | null;
  intentId: string | null;
  /** The card it was last tried with. */
  paymentMethodId: string | null;
  /** The bank's page, while the payer has to go there. */
  actionUrl: string | null;
  /** Who it is for, from its metadata: the reservation's id. */
  reservationId: string | null;
  /** Which of the reservation's attempts it is. */
  attempt: number | null;
  /** The card's charge: authorised or taken. */
  charge: (Movement & { captured: number; manual: boolean; receiptUrl: string | null }) | null;
  /** What was sent on to the owner's account (all of it), and what came back of that. */
  transfer: (Movement & { reversals: Movement[] }) | null;
  /** What the platform takes from the owner's account, and what it gave back of that. */
  fee: (Movement & { refunds: Movement[] }) | null;
  refunds: (Movement & { state: "succeeded" | "pending" | "failed" })[];
  disputes: (Movement & { closed: boolean })[];
  /** Cents given back or on their way back. */
  refunded: number;
  /** Stripe has nothing more to tell: transfer and fee are known and no refund is under way. */
  settled: boolean;
}

/** What an untouched payment looks like. */
export const NO_PAYMENT: PaymentSnapshot = {
  state: "none",
  sessionId: null,
  sessionUrl: null,
  intentId: null,
  paymentMethodId: null,
  actionUrl: null,
  reservationId: null,
  attempt: null,
  charge: null,
  transfer: null,
  fee: null,
  refunds: [],
  disputes: [],
  refunded: 0,
  settled: true,
};

interface Read {
  session: Stripe.Checkout.Session | null;
  intent: Stripe.PaymentIntent | null;
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
}

/** Makes a snapshot of what was read; `intent` has its latest charge expanded, with transfer and fee. */
export function snapshotOf({ session, intent, refunds, disputes }: Read): PaymentSnapshot {
  const charge = goodCharge(intent);
  const transfer = expanded(charge?.transfer);
  const fee = expanded(charge?.application_fee);
  const captured = charge?.captured ? charge.amount_captured : 0;
  const given = captured > 0 ? refunds.map(refundOf) : [];
  const metadata = (intent ?? session)?.metadata;
  const isPending = given.some(({ state }) => state === "pending");
  return {
    state: stateOf(session, intent),
    sessionId: session?.id ?? null,
    sessionUrl: session?.status === "open" ? session.url : null,
    intentId: intent?.id ?? null,
    paymentMethodId: idOf(intent?.payment_method),
    actionUrl: intent?.next_action?.redirect_to_url?.url ?? null,
    reservationId: metadata?.reservation ?? null,
    attempt: metadata?.attempt ? Number(metadata.attempt) : null,
    charge: charge && {
      ...movement(charge),
      captured,
      manual: intent?.capture_method === "manual",
      receiptUrl: charge.receipt_url,
    },
    transfer: transfer && {
      ...movement(transfer),
      reversals: transfer.reversals.data.map(movement),
    },
    fee: fee && { ...movement(fee), refunds: fee.refunds.data.map(movement) },
    refunds: given,
    disputes: disputes.map((dispute) => ({
      ...movement(dispute),
      closed: dispute.status === "won" || dispute.status === "lost",
    })),
    refunded: given
      .filter(({ state }) => state !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0),
    settled: captured === 0 || (transfer !== null && fee !== null && !isPending),
  };
}

function stateOf(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): PaymentState {
  switch (intent?.status) {
    case "succeeded":
      return "paid";
    case "requires_capture":
      return "authorised";
    case "canceled":
      return "cancelled";
    case undefined:
      if (session === null) return "none";
      return session.status === "open" ? "open" : "cancelled";
    default:
      // A session that ended takes its payment with it.
      if (session !== null && session.status === "expired") return "cancelled";
      return unfinishedState(intent!);
  }
}

function unfinishedState(intent: Stripe.PaymentIntent): PaymentState {
  if (intent.status === "requires_action") return "requires_action";
  return intent.last_payment_error ? "failed" : "open";
}

/** The charge that authorised or took money; a declined try is none. */
function goodCharge(intent: Stripe.PaymentIntent | null): Stripe.Charge | null {
  const charge = expanded(intent?.latest_charge);
  return charge?.status === "succeeded" ? charge : null;
}

function refundOf(refund: Stripe.Refund): PaymentSnapshot["refunds"][number] {
  const failed = refund.status === "failed" || refund.status === "canceled";
  const state = failed ? "failed" : refund.status === "succeeded" ? "succeeded" : "pending";
  return { ...movement(refund), state };
}

function movement({
  id,
  amount,
  created,
}: {
  id: string;
  amount: number;
  created: number;
}): Movement {
  return { id, amount, at: new Date(created * 1000) };
}

function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === "object" ? value : null;
}

function idOf(value: string | { id: string } | null | undefined): string | null {
  return (typeof value === "object" ? value?.id : value) ?? null;
}
