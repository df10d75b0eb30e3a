import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { doLater } from "../core/later";
import { paginate } from "../core/lists";
import { formatMoney, nextShare } from "../core/money";
import { bool, cents, listing, metadata, oneOf, text } from "../core/params";
import { route } from "../http/route";
import { bookMovement } from "./balance-transactions";
import { isWithBank } from "./disputes";
import { findIntent } from "./intent-object";
import { createRefundObject } from "./refund-object";
import { settleCharge } from "./settlement";
import { refundFee, reverseTransfer } from "./take-back";

/** How long the refund of a card that takes its time is `pending`. */
const PENDING_SECONDS = 60;

function chargeToRefund(
  ctx: Context,
  input: { payment_intent?: string | undefined; charge?: string | undefined },
): Stripe.Charge {
  if ((input.payment_intent === undefined) === (input.charge === undefined)) {
    throw invalidRequest("One of the following params should be provided: payment_intent, charge", {
      param: "payment_intent",
      code: "parameter_missing",
    });
  }
  if (input.charge !== undefined) {
    const charge = ctx.store.get("charge", input.charge);
    if (charge === undefined) throw missing("charge", input.charge, "charge");
    return charge;
  }
  const intent = findIntent(ctx, input.payment_intent ?? "", "payment_intent");
  const charge = ctx.store.get("charge", idOf(intent.latest_charge) ?? "");
  if (!charge?.paid) {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: "payment_intent" },
    );
  }
  return charge;
}

function checkRefundable(ctx: Context, charge: Stripe.Charge, amount: number): void {
  if (!charge.captured) {
    throw invalidRequest(
      `This uncaptured Charge was created by a PaymentIntent (${idOf(charge.payment_intent) ?? ""}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly.`,
      { code: "charge_not_refundable" },
    );
  }
  if (isWithBank(ctx, charge)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  }
  if (amount < 1) {
    throw invalidRequest("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  const left = charge.amount - charge.amount_refunded;
  if (amount > left) {
    const asked = formatMoney(amount, charge.currency);
    const reason =
      charge.amount_refunded === 0
        ? `charge amount (${formatMoney(charge.amount, charge.currency)})`
        : `unrefunded amount on charge (${formatMoney(left, charge.currency)})`;
    throw invalidRequest(`Refund amount (${asked}) is greater than ${reason}`, { param: "amount" });
  }
}

/** The owner's part of a refund comes back, in proportion to those before it. */
function takeFromOwner(
  ctx: Context,
  charge: Stripe.Charge,
  refundId: string,
  amount: number,
): string {
  const transfer = ctx.store.get("transfer", idOf(charge.transfer) ?? "");
  if (transfer === undefined) {
    throw invalidRequest(`Cannot reverse transfer on charge ${charge.id}: it has no transfer.`, {
      param: "reverse_transfer",
    });
  }
  const before = transfer.reversals.data
    .map((reversal) => ctx.store.get("refund", idOf(reversal.source_refund) ?? "")?.amount ?? 0)
    .reduce((sum, part) => sum + part, 0);
  const share = nextShare(transfer.amount, charge.amount, before, amount);
  return reverseTransfer(ctx, transfer, { amount: share, refund: refundId }).id;
}

/** The platform's part of a refund goes back to the owner, in proportion to those before it. */
function takeFromPlatform(ctx: Context, charge: Stripe.Charge, amount: number): void {
  const fee = ctx.store.get("application_fee", idOf(charge.application_fee) ?? "");
  if (fee === undefined) {
    throw invalidRequest(
      `Cannot refund application fee on charge ${charge.id}: it has no application fee.`,
      { param: "refund_application_fee" },
    );
  }
  const before = fee.refunds.data
    .map(({ id }) => ctx.store.get(".feeRefund", id)?.amount ?? 0)
    .reduce((sum, part) => sum + part, 0);
  const share = nextShare(fee.amount, charge.amount, before, amount);
  const { id } = refundFee(ctx, fee, { amount: share });
  ctx.store.put(".feeRefund", { id, amount });
}

function bookRefund(
  ctx: Context,
  { id, amount, currency }: Pick<Stripe.Refund, "id" | "amount" | "currency">,
): string {
  return bookMovement(ctx, { type: "refund", amount: -amount, currency, source: id });
}

export interface RefundInput {
  payment_intent?: string | undefined;
  charge?: string | undefined;
  /** Integer cents; all that is left when absent. */
  amount?: number | undefined;
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | undefined;
  reverse_transfer?: boolean | undefined;
  refund_application_fee?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
}

/**
 * Gives money back to the payer; the flags take the owner's and the platform's parts back in
 * proportion.
 * @throws StripeProblem 400 when there is not that much to give back, or to take back
 */
export function createRefund(ctx: Context, input: RefundInput): Stripe.Refund {
  const found = chargeToRefund(ctx, input);
  const amount = input.amount ?? found.amount - found.amount_refunded;
  checkRefundable(ctx, found, amount);
  const charge = settleCharge(ctx, found.id);
  const id = ctx.ids("re");
  const behaviour = ctx.store.get(".card", charge.payment_method ?? "")?.behaviour;
  const isUnfunded = behaviour?.kind === "lacksFundsForRefunds";
  const { currency } = charge;
  const booked = isUnfunded
    ? {}
    : { balanceTransaction: bookRefund(ctx, { id, amount, currency }) };
  const reversal = input.reverse_transfer === true ? takeFromOwner(ctx, charge, id, amount) : null;
  if (input.refund_application_fee === true) takeFromPlatform(ctx, charge, amount);
  const isDelayed = behaviour?.kind === "delaysRefunds";
  const created = createRefundObject(
    ctx,
    charge,
    {
      amount,
      reason: input.reason ?? null,
      metadata: input.metadata ?? {},
      status: isDelayed || isUnfunded ? "pending" : "succeeded",
      ...booked,
      ...(isUnfunded && { pendingReason: "insufficient_funds" }),
      ...(isDelayed && { pendingReason: "processing" }),
    },
    id,
  );
  const refund = ctx.store.put("refund", { ...created, transfer_reversal: reversal });
  const refunded = charge.amount_refunded + amount;
  const after = ctx.store.put("charge", {
    ...charge,
    amount_refunded: refunded,
    refunded: refunded === charge.amount,
  });
  // Until somebody funds the balance; of the charge nothing is said either (nothing promises it).
  if (isUnfunded) return refund;
  emit(ctx, "charge.refunded", after, {
    previous: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  });
  const outcome = behaviour?.kind === "failsRefunds" ? "failRefund" : "completeRefund";
  doLater(ctx, outcome, refund.id, isDelayed ? PENDING_SECONDS : 0);
  return refund;
}

/**
 * What the bank says about a refund afterwards: it arrived, with a reference, or it came back, and
 * then the charge counts it no longer.
 */
export function setRefundStatus(ctx: Context, id: string, status: "succeeded" | "failed"): void {
  const refund = ctx.store.get("refund", id);
  if (refund === undefined) throw missing("refund", id);
  if (refund.status === "failed") {
    throw invalidRequest(`Refund ${id} has failed already.`);
  }
  const isUnfunded = refund.pending_reason === "insufficient_funds";
  if (status === "failed" && refund.balance_transaction === null && !isUnfunded) {
    throw invalidRequest(`Refund ${id} released an authorisation: no money that could come back.`);
  }
  if (status === "succeeded") {
    const card = {
      type: "refund" as const,
      reference: `7${id.slice(-12)}`,
      reference_status: "available",
    };
    const { pending_reason: _, ...rest } = refund;
    const done = ctx.store.put("refund", {
      ...rest,
      balance_transaction: isUnfunded ? bookRefund(ctx, refund) : refund.balance_transaction,
      destination_details: { card, type: "card" },
      status,
    });
    emit(ctx, "refund.updated", done);
    return;
  }
  const { pending_reason: _, ...rest } = refund;
  const failed = ctx.store.put("refund", {
    ...rest,
    ...(!isUnfunded && {
      failure_balance_transaction: bookMovement(ctx, {
        type: "refund_failure",
        amount: refund.amount,
        currency: refund.currency,
        source: refund.id,
      }),
    }),
    failure_reason: "unknown",
    status: "failed",
  });
  const charge = ctx.store.get("charge", idOf(refund.charge) ?? "");
  if (charge !== undefined) {
    ctx.store.put("charge", {
      ...charge,
      amount_refunded: charge.amount_refunded - refund.amount,
      refunded: false,
    });
  }
  emit(ctx, "refund.failed", failed);
  emit(ctx, "refund.updated", failed);
}

export const refundRoutes = [
  route(
    "POST",
    "/v1/refunds",
    z
      .object({
        payment_intent: text.optional(),
        charge: text.optional(),
        amount: cents.optional(),
        reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
        reverse_transfer: bool.optional(),
        refund_application_fee: bool.optional(),
        metadata: metadata.optional(),
      })
      .strict(),
    createRefund,
  ),
  route("GET", "/v1/refunds/:id", z.object({}).strict(), (ctx, _input, id) => {
    const refund = ctx.store.get("refund", id);
    if (refund === undefined) throw missing("refund", id);
    return refund;
  }),
  route(
    "GET",
    "/v1/refunds",
    z.object({ ...listing, charge: text.optional(), payment_intent: text.optional() }).strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("refund")
          .filter((row) => input.charge === undefined || row.charge === input.charge)
          .filter(
            (row) =>
              input.payment_intent === undefined || row.payment_intent === input.payment_intent,
          ),
        input,
        "/v1/refunds",
      ),
  ),
];
