import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { oneOf, text, webUrl } from "../core/params";
import { route } from "../http/route";
import { billingParams, cardParams, createFromCard, usePaymentMethod } from "./payment-methods";

/** For how long a token may be used, once: Stripe's twelve hours. */
const TOKEN_SECONDS = 12 * 60 * 60;

const methodData = z
  .object({ type: oneOf("card"), card: cardParams, billing_details: billingParams.optional() })
  .strict();

function createToken(
  ctx: Context,
  method: Stripe.PaymentMethod,
  returnUrl: string | undefined,
): Stripe.ConfirmationToken {
  const id = ctx.ids("ctoken");
  ctx.store.put(".token", { id, paymentMethod: method.id });
  return ctx.store.put("confirmation_token", {
    id,
    object: "confirmation_token",
    created: ctx.clock.now(),
    expires_at: ctx.clock.now() + TOKEN_SECONDS,
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_intent: null,
    payment_method_options: null,
    payment_method_preview: {
      billing_details: method.billing_details,
      card: method.card,
      customer: null,
      customer_account: null,
      type: "card",
    },
    return_url: returnUrl ?? null,
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  });
}

/**
 * The payment method of a token, which is used up by that, also when the card is then refused.
 * @throws StripeProblem 400 when there is no such token, or it was used before, or is too old
 */
export function spendToken(ctx: Context, id: string, intentId: string): Stripe.PaymentMethod {
  const param = "confirmation_token";
  const token = ctx.store.get("confirmation_token", id);
  const detail = ctx.store.get(".token", id);
  if (token === undefined || detail === undefined) throw missing("confirmation_token", id, param);
  if (token.payment_intent !== null) {
    throw invalidRequest(
      `The provided ConfirmationToken ${id} was already used to confirm ${token.payment_intent}. You must create a new ConfirmationToken.`,
      { param },
    );
  }
  if (token.expires_at !== null && token.expires_at <= ctx.clock.now()) {
    throw invalidRequest(`The provided ConfirmationToken ${id} has expired.`, { param });
  }
  ctx.store.put("confirmation_token", { ...token, payment_intent: intentId });
  return usePaymentMethod(ctx, detail.paymentMethod);
}

export const confirmationTokenRoutes = [
  // What Stripe.js calls from the frame that holds the card's fields.
  route(
    "POST",
    "/v1/confirmation_tokens",
    z.object({ payment_method_data: methodData, return_url: webUrl.optional() }).strict(),
    (ctx, { payment_method_data: data, return_url: returnUrl }) =>
      createToken(ctx, createFromCard(ctx, data.card, data.billing_details), returnUrl),
    { publishable: true },
  ),
  route(
    "POST",
    "/v1/test_helpers/confirmation_tokens",
    z.object({ payment_method: text, return_url: webUrl.optional() }).strict(),
    (ctx, input) => createToken(ctx, usePaymentMethod(ctx, input.payment_method), input.return_url),
  ),
  route("GET", "/v1/confirmation_tokens/:id", z.object({}).strict(), (ctx, _input, id) => {
    const token = ctx.store.get("confirmation_token", id);
    if (token === undefined) throw missing("confirmation_token", id);
    return token;
  }),
];
