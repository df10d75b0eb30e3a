import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest } from "../core/errors";
import { paginate } from "../core/lists";
import {
  bool,
  cents,
  currency,
  list,
  listing,
  metadata,
  oneOf,
  text,
  webUrl,
} from "../core/params";
import { route } from "../http/route";
import { confirmIntent } from "./confirm-intent";
import { spendToken } from "./confirmation-tokens";
import { cancelIntent, captureIntent } from "./end-intent";
import { checkIntentFields, createIntent, findIntent } from "./intent-object";
import { billingParams, cardParams, createFromCard, usePaymentMethod } from "./payment-methods";
import { openSessionOf } from "./session-progress";

const methodParams = {
  confirmation_token: text.optional(),
  payment_method: text.optional(),
  payment_method_data: z
    .object({
      type: oneOf("card"),
      card: cardParams,
      billing_details: billingParams.optional(),
    })
    .strict()
    .optional(),
  return_url: webUrl.optional(),
  use_stripe_sdk: bool.optional(),
};

const createParams = z
  .object({
    amount: cents,
    currency,
    ...methodParams,
    allowed_payment_method_types: list(oneOf("card")).optional(),
    application_fee_amount: cents.optional(),
    capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
    confirm: bool.optional(),
    customer: text.optional(),
    description: text.optional(),
    metadata: metadata.optional(),
    receipt_email: text.optional(),
    transfer_data: z.object({ destination: text }).strict().optional(),
    transfer_group: text.optional(),
  })
  .strict();

type MethodInput = Pick<
  z.output<typeof createParams>,
  "confirmation_token" | "payment_method" | "payment_method_data" | "return_url" | "use_stripe_sdk"
>;

/** How to pay: by a confirmation token, a card written out, or a payment method made before. */
function methodOf(ctx: Context, intent: Stripe.PaymentIntent, input: MethodInput) {
  if (input.confirmation_token !== undefined) {
    return spendToken(ctx, input.confirmation_token, intent.id);
  }
  const data = input.payment_method_data;
  if (data !== undefined) return createFromCard(ctx, data.card, data.billing_details);
  const attached = typeof intent.payment_method === "string" ? intent.payment_method : undefined;
  const id = input.payment_method ?? attached;
  if (id !== undefined) return usePaymentMethod(ctx, id);
  throw invalidRequest(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    { code: "payment_intent_unexpected_state" },
  );
}

function pay(ctx: Context, intent: Stripe.PaymentIntent, input: MethodInput): Stripe.PaymentIntent {
  const token = ctx.store.get("confirmation_token", input.confirmation_token ?? "");
  const method = methodOf(ctx, intent, input);
  const returnUrl =
    input.return_url ?? token?.return_url ?? ctx.store.get(".intent", intent.id)?.returnUrl ?? null;
  ctx.store.put(".intent", { id: intent.id, session: null, returnUrl });
  const usesSdk = input.use_stripe_sdk ?? token?.use_stripe_sdk ?? false;
  return confirmIntent(ctx, intent, method, usesSdk ? null : returnUrl);
}

/** Creates an intent and, when asked to, pays it at once. @throws StripeProblem as paying does */
function createPaymentIntent(
  ctx: Context,
  input: z.output<typeof createParams>,
): Stripe.PaymentIntent {
  const fields = {
    ...input,
    capture_method: input.capture_method ?? ("automatic_async" as const),
    destination: input.transfer_data?.destination,
  };
  checkIntentFields(ctx, fields, { amount: "amount", prefix: "" });
  for (const param of ["return_url", "confirmation_token"] as const) {
    if (input[param] === undefined || input.confirm === true) continue;
    throw invalidRequest(`You can only provide \`${param}\` when \`confirm\` is true.`, { param });
  }
  const intent = createIntent(ctx, fields);
  if (input.confirm === true) return pay(ctx, intent, input);
  if (input.payment_method === undefined) return intent;
  return ctx.store.put("payment_intent", {
    ...intent,
    payment_method: usePaymentMethod(ctx, input.payment_method).id,
    status: "requires_confirmation",
  });
}

function refuseWhileInCheckout(ctx: Context, intentId: string, verb: string): void {
  const session = openSessionOf(ctx, intentId);
  if (session === null) return;
  throw invalidRequest(
    `You cannot ${verb} this PaymentIntent because it was created by the Checkout Session ${session.id}. To cancel it, expire the Checkout Session.`,
    { code: "payment_intent_unexpected_state" },
  );
}

export const paymentIntentRoutes = [
  route("POST", "/v1/payment_intents", createParams, createPaymentIntent),
  route("GET", "/v1/payment_intents/:id", z.object({}).strict(), (ctx, _input, id) =>
    findIntent(ctx, id),
  ),
  route(
    "POST",
    "/v1/payment_intents/:id/confirm",
    z.object(methodParams).strict(),
    (ctx, input, id) => {
      const intent = findIntent(ctx, id);
      refuseWhileInCheckout(ctx, id, "confirm");
      return pay(ctx, intent, input);
    },
  ),
  route("POST", "/v1/payment_intents/:id/capture", z.object({}).strict(), (ctx, _input, id) =>
    captureIntent(ctx, findIntent(ctx, id)),
  ),
  route(
    "POST",
    "/v1/payment_intents/:id/cancel",
    z
      .object({
        cancellation_reason: oneOf(
          "duplicate",
          "fraudulent",
          "requested_by_customer",
          "abandoned",
        ).optional(),
      })
      .strict(),
    (ctx, input, id) => {
      const intent = findIntent(ctx, id);
      refuseWhileInCheckout(ctx, id, "cancel");
      return cancelIntent(ctx, intent, input.cancellation_reason ?? null);
    },
  ),
  route(
    "GET",
    "/v1/payment_intents",
    z.object({ ...listing, customer: text.optional() }).strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("payment_intent")
          .filter((row) => input.customer === undefined || row.customer === input.customer),
        input,
        "/v1/payment_intents",
      ),
  ),
];
