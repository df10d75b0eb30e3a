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

/** A dispute, or the inquiry before one. */
export interface Dispute extends Movement {
  /** Decided, whoever it was decided for. */
  closed: boolean;
  /** The payment can be refunded nevertheless. */
  refundable: boolean;
  /** Until when the bank awaits an answer; null: it awaits none, or none any more. */
  dueBy: Date | null;
  /** What the bank took, and what it gave back. */
  withdrawals: Movement[];
  reinstatements: Movement[];
}

export interface PaymentSnapshot {
  state: PaymentState;
  sessionId: string | null;
  /** The hosted payment page, while it is open. */
  sessionUrl: string | null;
  intentId: string | null;
  /** The card it was last tried with. */
  paymentMethodId: string | null;
  /** The confirmation token of the form in the page that it was made with. */
  confirmationTokenId: string | null;
  /** Where the payer's bank asks, while it does; null too where Stripe's script asks in the page. */
  actionUrl: string | null;
  /** What lets the payer's browser finish it, while their bank asks. */
  clientSecret: string | null;
  /** Who it is for, from its metadata: the reservation's id. */
  reservationId: string | null;
  /** Which of the reservation's attempts it is. */
  attempt: number | null;
  /** The card's charge: authorised or taken. */
  charge: (Movement & { captured: number; manual: boolean }) | null;
  /** How the number of the card ends that is charged. */
  cardLast4: string | null;
  /** When it was called off. */
  cancelledAt: Date | null;
  /** What was sent on to the owner's account (all of it), and what came back of that. */
  transfer: (Movement & { reversals: Movement[] }) | null;
  /** What the platform takes from the owner's account, and what it gave back of that. */
  fee: (Movement & { refunds: Movement[] }) | null;
  /**
   * As they were made, the oldest first; `at`: when the money of one left; `failedAt`: when it came back; `isUnfunded`: no money of it has moved,
   * because the platform's balance is too low, or was until it was given up.
   */
  refunds: (Movement & {
    state: "succeeded" | "pending" | "failed";
    failedAt?: Date;
    isUnfunded?: true;
  })[];
  disputes: Dispute[];
  /** Cents that the payer's bank has taken back for good: disputes that were not won. */
  chargedBack: number;
  /** Cents with the payer again or on their way back: by refunds, and what their bank took back. */
  refunded: number;
  /** Cents of refunds that wait for the platform's balance to be funded: asked for, and not on their way. */
  unfunded: number;
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
  confirmationTokenId: null,
  actionUrl: null,
  clientSecret: null,
  reservationId: null,
  attempt: null,
  charge: null,
  cardLast4: null,
  cancelledAt: null,
  transfer: null,
  fee: null,
  refunds: [],
  disputes: [],
  chargedBack: 0,
  refunded: 0,
  unfunded: 0,
  settled: true,
};

interface Read {
  session: Stripe.Checkout.Session | null;
  intent: Stripe.PaymentIntent | null;
  /** As Stripe lists them, the newest first, each with what booked it and its failure expanded. */
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
  /** All that came back of transfer and fee; when absent, the few that these show themselves. */
  reversals?: readonly Stripe.TransferReversal[] | undefined;
  feeRefunds?: readonly Stripe.FeeRefund[] | undefined;
}

/** Makes a snapshot of what was read; `intent` has its latest charge expanded, with transfer and fee. */
export function snapshotOf(read: Read): PaymentSnapshot {
  const { session, intent, refunds } = read;
  const charge = goodCharge(intent);
  const transfer = expanded(charge?.transfer);
  const fee = expanded(charge?.application_fee);
  const captured = charge?.captured ? charge.amount_captured : 0;
  // Stripe lists the newest first, and tells moments by the second: of one second the list knows the order.
  const given = captured > 0 ? refunds.map(refundOf).reverse() : [];
  const metadata = (intent ?? session)?.metadata;
  const disputes = read.disputes.map(disputeOf);
  const chargedBack = chargedBackBy(disputes);
  const isPending = given.some(({ state }) => state === "pending");
  return {
    state: stateOf(session, intent),
    sessionId: session?.id ?? null,
    sessionUrl: session?.status === "open" ? session.url : null,
    intentId: intent?.id ?? null,
    paymentMethodId: idOf(intent?.payment_method),
    confirmationTokenId: metadata?.confirmation_token ?? null,
    actionUrl: intent?.next_action?.redirect_to_url?.url ?? null,
    clientSecret: intent?.status === "requires_action" ? intent.client_secret : null,
    reservationId: metadata?.reservation ?? null,
    attempt: metadata?.attempt ? Number(metadata.attempt) : null,
    charge: charge && {
      ...movement(charge),
      captured,
      manual: intent?.capture_method === "manual",
    },
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    cancelledAt: intent?.canceled_at ? new Date(intent.canceled_at * 1000) : null,
    transfer: transfer && {
      ...movement(transfer),
      reversals: (read.reversals ?? transfer.reversals.data).map(movement),
    },
    fee: fee && {
      ...movement(fee),
      refunds: (read.feeRefunds ?? fee.refunds.data).map(movement),
    },
    refunds: given,
    disputes,
    chargedBack,
    refunded: sumOf(given.filter((one) => one.state !== "failed" && !one.isUnfunded)) + chargedBack,
    unfunded: sumOf(given.filter((one) => one.state === "pending" && one.isUnfunded)),
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
  const left = expanded(refund.balance_transaction);
  const back = expanded(refund.failure_balance_transaction);
  // One that waited for funds was asked for on the day it was made, and moved on the day it was booked.
  const created = Math.max(refund.created, left?.created ?? 0);
  return {
    ...movement({ ...refund, created }),
    state,
    ...(failed && back && { failedAt: movement(back).at }),
    ...(isUnfunded(refund, state) && { isUnfunded: true as const }),
  };
}

function isUnfunded(
  { pending_reason: why, balance_transaction: booked }: Stripe.Refund,
  state: string,
) {
  return state === "pending" ? why === "insufficient_funds" : state === "failed" && booked === null;
}

/** The dispute about which the payer's bank awaits an answer, and until when, the soonest of several; null: it awaits none. */
export function awaitedDispute({
  disputes,
}: Pick<PaymentSnapshot, "disputes">): { id: string; dueBy: Date } | null {
  const awaited = disputes.flatMap(({ id, dueBy }) => (dueBy ? [{ id, dueBy }] : []));
  return awaited.sort((a, b) => a.dueBy.getTime() - b.dueBy.getTime())[0] ?? null;
}

/** Whether all that was taken is with its payer again, or on its way to them. */
export function isGivenBack({
  charge,
  refunded,
}: Pick<PaymentSnapshot, "charge" | "refunded">): boolean {
  const captured = charge?.captured ?? 0;
  return captured > 0 && refunded >= captured;
}

/** The states in which an answer is awaited; once one was given, its deadline is nobody's any more. */
const AWAITED: readonly string[] = [
  ...["needs_response", "warning_needs_response", "appeal_needs_response"],
];

/** Decided for the payer, who has the money: an appeal takes it from them only once it is won. */
const LOST: readonly string[] = ["lost", "appeal_needs_response", "appeal_under_review"];

/** Every state in which a dispute is decided; `warning_closed` ends an inquiry that came to nothing. */
const DECIDED: readonly string[] = [...LOST, "won", "warning_closed", "prevented"];

function disputeOf(dispute: Stripe.Dispute): Dispute {
  const { status, balance_transactions: booked } = dispute;
  const { due_by: dueBy } = dispute.evidence_details;
  const moved = (sign: 1 | -1) =>
    booked
      .filter(({ amount }) => Math.sign(amount) === sign)
      .map((entry) => movement({ ...entry, amount: Math.abs(entry.amount) }));
  const closed = DECIDED.includes(status);
  return {
    ...movement(dispute),
    closed,
    refundable: closed ? !LOST.includes(status) : dispute.is_charge_refundable,
    dueBy: dueBy !== null && AWAITED.includes(status) ? new Date(dueBy * 1000) : null,
    withdrawals: moved(-1),
    reinstatements: moved(1),
  };
}

/**
 * What the bank keeps, which its movements of money say and not how a dispute is called: nothing is
 * for good while one is open.
 */
function chargedBackBy(disputes: readonly Dispute[]): number {
  return disputes.every(({ closed }) => closed) ? takenByBanks(disputes) : 0;
}

/** Cents that the payer's bank holds while it decides on a dispute. */
export function contestedOf({ disputes }: Pick<PaymentSnapshot, "disputes">): number {
  return disputes.every(({ closed }) => closed) ? 0 : takenByBanks(disputes);
}

function takenByBanks(disputes: readonly Dispute[]): number {
  const kept = disputes.reduce(
    (sum, { withdrawals, reinstatements }) => sum + sumOf(withdrawals) - sumOf(reinstatements),
    0,
  );
  // What it gives back beyond what it took, at another rate, is no money of the payer's.
  return Math.max(0, kept);
}

/** Cents of several movements together. */
export function sumOf(movements: readonly { amount: number }[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
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
