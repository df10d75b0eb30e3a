import type Stripe from "stripe";
import type { Context } from "../core/context";
import { emit } from "../core/events";
import { idOf } from "../core/ids";

interface RefundFields {
  amount: number;
  reason: Stripe.Refund.Reason | null;
  metadata: Record<string, string>;
  status?: "succeeded" | "pending";
  balanceTransaction?: string;
  pendingReason?: Stripe.Refund.PendingReason;
}

/** Keeps a refund of a charge and says so; the charge itself is the caller's to change. */
export function createRefundObject(
  ctx: Context,
  charge: Stripe.Charge,
  fields: RefundFields,
  id = ctx.ids("re"),
): Stripe.Refund {
  const refund = ctx.store.put("refund", {
    id,
    object: "refund",
    amount: fields.amount,
    balance_transaction: fields.balanceTransaction ?? null,
    charge: charge.id,
    created: ctx.clock.now(),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: { card: { type: "refund", reference_status: "pending" }, type: "card" },
    metadata: fields.metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(fields.pendingReason && { pending_reason: fields.pendingReason }),
    reason: fields.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: fields.status ?? "succeeded",
    transfer_reversal: null,
  });
  emit(ctx, "refund.created", refund);
  return refund;
}
