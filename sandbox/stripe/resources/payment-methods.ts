import type Stripe from "stripe";
import { z } from "zod";
import { cardByNumber, cardByToken, cardFingerprint, isCardNumber, type TestCard } from "../cards";
import type { Context } from "../core/context";
import { StripeProblem, invalidRequest, missing } from "../core/errors";
import { integer, metadata, oneOf, text } from "../core/params";
import { route } from "../http/route";

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc?: string | undefined;
}

export interface BillingInput {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

const EMPTY_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export const EMPTY_BILLING: Stripe.Charge.BillingDetails = {
  address: EMPTY_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

function cardError(code: string, message: string, param: string): StripeProblem {
  return new StripeProblem(402, { type: "card_error", code, message, param });
}

/**
 * The test card that the typed details speak of.
 * @throws StripeProblem 402 for details that no bank would accept, or a card that is no test card
 */
function checkCard(ctx: Context, input: CardInput): TestCard {
  if (!isCardNumber(input.number)) {
    throw cardError("incorrect_number", "Your card number is incorrect.", "number");
  }
  if (input.exp_month < 1 || input.exp_month > 12) {
    throw cardError(
      "invalid_expiry_month",
      "Your card's expiration month is invalid.",
      "exp_month",
    );
  }
  const endsAfter = Date.UTC(input.exp_year, input.exp_month, 1);
  if (endsAfter <= ctx.clock.nowMs()) {
    throw cardError("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  if (input.cvc !== undefined && !/^\d{3,4}$/.test(input.cvc)) {
    throw cardError("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
  const card = cardByNumber(input.number);
  if (card === undefined) {
    throw new StripeProblem(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: "test_mode_live_card",
      message:
        "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
    });
  }
  return card;
}

function createPaymentMethod(
  ctx: Context,
  card: TestCard,
  expiry: { exp_month: number; exp_year: number },
  billing: BillingInput = {},
  notes: Record<string, string> = {},
): Stripe.PaymentMethod {
  const method = ctx.store.put("payment_method", {
    id: ctx.ids("pm"),
    object: "payment_method",
    allow_redisplay: "unspecified",
    billing_details: {
      ...EMPTY_BILLING,
      name: billing.name ?? null,
      email: billing.email ?? null,
      phone: billing.phone ?? null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: card.country,
      display_brand: card.brand,
      exp_month: expiry.exp_month,
      exp_year: expiry.exp_year,
      fingerprint: cardFingerprint(card.number),
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: ctx.clock.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: notes,
    type: "card",
  });
  ctx.store.put(".card", { id: method.id, behaviour: card.behaviour });
  return method;
}

/** Makes a payment method from typed card details. @throws StripeProblem as `checkCard` does */
export function createFromCard(
  ctx: Context,
  input: CardInput,
  billing?: BillingInput,
  notes?: Record<string, string>,
): Stripe.PaymentMethod {
  return createPaymentMethod(ctx, checkCard(ctx, input), input, billing, notes);
}

/**
 * The payment method that a parameter names: one made before, or a new one of a test token.
 * @throws StripeProblem 400 when there is neither, or when it has paid something before: the product
 * attaches none to a customer
 */
export function usePaymentMethod(ctx: Context, id: string): Stripe.PaymentMethod {
  const known = ctx.store.get("payment_method", id);
  if (known !== undefined && ctx.store.get(".card", id)?.used === true) {
    throw invalidRequest(
      "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.",
      { param: "payment_method" },
    );
  }
  if (known !== undefined) return known;
  const card = cardByToken(id);
  if (card === undefined) throw missing("PaymentMethod", id, "payment_method");
  const year = new Date(ctx.clock.nowMs()).getUTCFullYear();
  return createPaymentMethod(ctx, card, { exp_month: 12, exp_year: year + 2 });
}

/** `card` and `billing_details` as calls write them. */
export const cardParams = z
  .object({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() })
  .strict();
export const billingParams = z
  .object({ name: text.optional(), email: text.optional(), phone: text.optional() })
  .strict();

export const paymentMethodRoutes = [
  route(
    "POST",
    "/v1/payment_methods",
    z
      .object({
        type: oneOf("card"),
        card: cardParams,
        billing_details: billingParams.optional(),
        metadata: metadata.optional(),
      })
      .strict(),
    (ctx, input) => createFromCard(ctx, input.card, input.billing_details, input.metadata),
    { publishable: true },
  ),
  route("GET", "/v1/payment_methods/:id", z.object({}).strict(), (ctx, _input, id) => {
    const method = ctx.store.get("payment_method", id);
    if (method === undefined) throw missing("PaymentMethod", id);
    return method;
  }),
];
