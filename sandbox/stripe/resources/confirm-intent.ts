import type Stripe from "stripe";
import type { Context } from "../core/context";
import { StripeProblem, unexpectedState } from "../core/errors";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { doLater } from "../core/later";
import type { CardBehaviour } from "../core/records";
import { requireTransfers } from "./accounts";
import { buildCharge } from "./charge-object";
import { settleCharge } from "./settlement";
import { reflectIntentInSession } from "./session-progress";

const PAYABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];

type Decline = Extract<CardBehaviour, { kind: "declines" }>;

function decline(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  refusal: Decline,
): StripeProblem {
  const charge = ctx.store.put(
    "charge",
    buildCharge({
      id: ctx.ids("ch"),
      created: ctx.clock.now(),
      intent,
      method,
      authenticated: false,
      decline: refusal,
      captured: false,
      publicUrl: ctx.publicUrl,
    }),
  );
  const error = {
    type: "card_error" as const,
    code: refusal.code,
    decline_code: refusal.declineCode,
    message: refusal.message,
    charge: charge.id,
    payment_method: method,
  };
  const failed = ctx.store.put("payment_intent", {
    ...intent,
    last_payment_error: error,
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(ctx, "charge.failed", charge);
  emit(ctx, "payment_intent.payment_failed", failed);
  reflectIntentInSession(ctx, failed);
  return new StripeProblem(402, { ...error, payment_intent: failed }, { keepsChanges: true });
}

function authorise(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  behaviour: CardBehaviour,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const manual = intent.capture_method === "manual";
  const charge = ctx.store.put(
    "charge",
    buildCharge({
      id: ctx.ids("ch"),
      created: ctx.clock.now(),
      intent,
      method,
      authenticated,
      captured: !manual,
      publicUrl: ctx.publicUrl,
    }),
  );
  const paid = ctx.store.put("payment_intent", {
    ...intent,
    amount_capturable: manual ? intent.amount : 0,
    amount_received: manual ? 0 : intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: manual ? "requires_capture" : "succeeded",
  });
  const card = ctx.store.get(".card", method.id);
  if (card !== undefined) ctx.store.put(".card", { ...card, used: true });
  if (intent.capture_method === "automatic") settleCharge(ctx, charge.id);
  if (intent.capture_method === "automatic_async") doLater(ctx, "settleCharge", charge.id);
  if (behaviour.kind === "disputes" && !manual) doLater(ctx, "openDispute", charge.id);
  emit(ctx, manual ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded", paid);
  emit(ctx, "charge.succeeded", ctx.store.get("charge", charge.id) ?? charge);
  reflectIntentInSession(ctx, paid);
  return paid;
}

function askForAuthentication(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  returnUrl: string | null,
): Stripe.PaymentIntent {
  const waiting = ctx.store.put("payment_intent", {
    ...intent,
    last_payment_error: null,
    next_action:
      returnUrl === null
        ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect" } }
        : {
            type: "redirect_to_url",
            redirect_to_url: { return_url: returnUrl, url: authenticationUrl(ctx, intent) },
          },
    payment_method: method.id,
    status: "requires_action",
  });
  emit(ctx, "payment_intent.requires_action", waiting);
  return waiting;
}

/** The page on which the payer's bank asks whether it is really them. */
export function authenticationUrl(ctx: Context, intent: Stripe.PaymentIntent): string {
  const secret = encodeURIComponent(intent.client_secret ?? "");
  return `${ctx.publicUrl}/authenticate/${intent.id}?client_secret=${secret}`;
}

function checkPayable(ctx: Context, intent: Stripe.PaymentIntent): void {
  const destination = idOf(intent.transfer_data?.destination);
  if (destination !== null) requireTransfers(ctx, destination, "transfer_data[destination]");
}

/**
 * Tries to pay an intent with a card.
 * @returns the intent as `succeeded`, `requires_capture` or `requires_action`
 * @throws StripeProblem 402 when the bank refuses (the failed try is stored), 400 when the intent is
 * past paying or its destination cannot be paid
 */
export function confirmIntent(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  returnUrl: string | null,
): Stripe.PaymentIntent {
  if (!PAYABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${PAYABLE.join(", ")}.`,
      intent,
    );
  }
  checkPayable(ctx, intent);
  const behaviour = ctx.store.get(".card", method.id)?.behaviour ?? { kind: "pays" };
  if (behaviour.kind === "declines") throw decline(ctx, intent, method, behaviour);
  if (behaviour.kind === "authenticates") {
    return askForAuthentication(ctx, intent, method, returnUrl);
  }
  return authorise(ctx, intent, method, behaviour, false);
}

/**
 * What follows once the payer has answered their bank. A refusal leaves the intent open for another
 * card.
 * @throws StripeProblem 400 when no answer is awaited
 */
export function answerAuthentication(
  ctx: Context,
  intent: Stripe.PaymentIntent,
  accepted: boolean,
): Stripe.PaymentIntent {
  const method = ctx.store.get("payment_method", idOf(intent.payment_method) ?? "");
  if (intent.status !== "requires_action" || method === undefined) {
    throw unexpectedState(`This PaymentIntent's status is ${intent.status}.`, intent);
  }
  if (accepted) {
    checkPayable(ctx, intent);
    return authorise(ctx, intent, method, { kind: "pays" }, true);
  }
  const failed = ctx.store.put("payment_intent", {
    ...intent,
    last_payment_error: {
      type: "invalid_request_error",
      code: "payment_intent_authentication_failure",
      message:
        "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
      payment_method: method,
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(ctx, "payment_intent.payment_failed", failed);
  reflectIntentInSession(ctx, failed);
  return failed;
}
