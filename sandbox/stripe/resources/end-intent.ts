import type Stripe from "stripe";
import type { Context } from "../core/context";
import { unexpectedState } from "../core/errors";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { requireTransfers } from "./accounts";
import { captureBefore } from "./charge-object";
import { createRefundObject } from "./refund-object";
import { settleCharge } from "./settlement";
import { reflectIntentInSession } from "./session-progress";

const CANCELABLE = [
  "requires_payment_method",
  "requires_capture",
  "requires_confirmation",
  "requires_action",
  "processing",
];

/**
 * Takes the money that was authorised.
 * @throws StripeProblem 400 unless the intent waits for its capture and its destination can be paid
 */
export function captureIntent(ctx: Context, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const authorised = ctx.store.get("charge", idOf(intent.latest_charge) ?? "");
  if (intent.status !== "requires_capture" || authorised === undefined) {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    );
  }
  const destination = idOf(intent.transfer_data?.destination);
  if (destination !== null) requireTransfers(ctx, destination, "transfer_data[destination]");
  ctx.store.put("charge", {
    ...authorised,
    amount_captured: authorised.amount,
    captured: true,
  });
  const charge = settleCharge(ctx, authorised.id);
  const captured = ctx.store.put("payment_intent", {
    ...intent,
    amount_capturable: 0,
    amount_received: intent.amount,
    status: "succeeded",
  });
  emit(ctx, "charge.captured", charge);
  emit(ctx, "payment_intent.succeeded", captured);
  reflectIntentInSession(ctx, captured);
  return captured;
}

/** Gives an authorisation back to the card: Stripe shows it as a refund of an uncaptured charge. */
function releaseAuthorisation(ctx: Context, charge: Stripe.Charge, expired: boolean): void {
  const released = ctx.store.put("charge", {
    ...charge,
    amount_refunded: charge.amount,
    refunded: true,
  });
  if (expired) {
    emit(ctx, "charge.expired", released);
    return;
  }
  createRefundObject(ctx, released, { amount: charge.amount, reason: null, metadata: {} });
  emit(ctx, "charge.refunded", released);
}

/**
 * Ends an intent that has taken no money.
 * @throws StripeProblem 400 once it has succeeded or is canceled already
 */
export function cancelIntent(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(", ")}.`,
      intent,
    );
  }
  const charge = ctx.store.get("charge", idOf(intent.latest_charge) ?? "");
  const canceled = ctx.store.put("payment_intent", {
    ...intent,
    amount_capturable: 0,
    canceled_at: ctx.clock.now(),
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  });
  if (intent.status === "requires_capture" && charge !== undefined) {
    releaseAuthorisation(ctx, charge, reason === "expired");
  }
  emit(ctx, "payment_intent.canceled", canceled);
  return canceled;
}

/** Ends the authorisations that nobody captured within seven days. */
export function expireAuthorisations(ctx: Context): void {
  const now = ctx.clock.now();
  for (const intent of ctx.store.all("payment_intent")) {
    if (intent.status !== "requires_capture") continue;
    const charge = ctx.store.get("charge", idOf(intent.latest_charge) ?? "");
    if (charge !== undefined && captureBefore(charge) <= now) cancelIntent(ctx, intent, "expired");
  }
}
