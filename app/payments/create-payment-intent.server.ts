import Stripe from "stripe";
import { env } from "~/platform/env.server";
import type { RefusalCode } from "~/platform/refusal";
import { callStripe } from "./gateway.server";
import { paymentTerms, type Payable } from "./payable";

/**
 * A card as the page hands it over: what Stripe's form made of it, good for one payment within hours, or a
 * payment method that a caller of the API made.
 */
export type CardInPage = { confirmationTokenId: string } | { paymentMethodId: string };

/** How the payer answers their bank: on a page of its own, or in ours, by Stripe's script. */
export type BankQuestion = { url: string } | { clientSecret: string };

/** Why a card was not charged, as far as Stripe says. */
export type CardRefusal = Extract<
  RefusalCode,
  | "charge_failed"
  | "card_declined"
  | "card_expired"
  | "card_without_funds"
  | "card_code_wrong"
  | "card_form_stale"
>;

/**
 * What became of a card used in the page: taken or authorised (`done`), awaiting what the payer tells
 * their bank (`action`), or refused (`failed`; the intent, if one was made, is still to be closed).
 */
export type ChargeOutcome =
  | { kind: "done"; intentId: string }
  | { kind: "action"; intentId: string; question: BankQuestion }
  | { kind: "failed"; intentId: string | null; why: CardRefusal };

/**
 * Pays a reservation's present attempt with a card typed in the page.
 *
 * @throws Refusal("unavailable") when it is not known what Stripe did
 */
export async function createPaymentIntent(
  payable: Payable,
  customerId: string,
  card: CardInPage,
): Promise<ChargeOutcome> {
  const reservation = payable._id.toString();
  const venue = `${env.APP_URL}/reservation/${payable.venueId.toString()}`;
  const { metadata, ...terms } = paymentTerms(payable);
  const byToken = "confirmationTokenId" in card;
  try {
    const intent = await callStripe((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: payable.total,
          currency: "eur",
          customer: customerId,
          ...(byToken
            ? { confirmation_token: card.confirmationTokenId, use_stripe_sdk: true }
            : { payment_method: card.paymentMethodId }),
          confirm: true,
          return_url: `${venue}/success?demande=${reservation}`,
          allowed_payment_method_types: ["card"],
          capture_method: payable.needValidation ? "manual" : "automatic_async",
          ...terms,
          metadata: {
            ...metadata,
            ...(byToken && { confirmation_token: card.confirmationTokenId }),
          },
        },
        { idempotencyKey: `pi:${reservation}:${payable.attempt}` },
      ),
    );
    return outcomeOf(intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      return { kind: "failed", intentId: error.payment_intent?.id ?? null, why: whyRefused(error) };
    }
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // One that does not exist, was used before, is too old or belongs to someone else.
    if (error.param === "confirmation_token") {
      return { kind: "failed", intentId: null, why: "card_form_stale" };
    }
    if (isAboutMethod(error)) return { kind: "failed", intentId: null, why: "charge_failed" };
    throw error;
  }
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id: intentId, status, next_action: action, client_secret: clientSecret } = intent;
  if (status === "requires_action") {
    const url = action?.redirect_to_url?.url;
    if (url) return { kind: "action", intentId, question: { url } };
    if (clientSecret) return { kind: "action", intentId, question: { clientSecret } };
  }
  if (status === "succeeded" || status === "requires_capture") return { kind: "done", intentId };
  return { kind: "failed", intentId, why: "charge_failed" };
}

const REFUSALS: Partial<Record<string, CardRefusal>> = {
  insufficient_funds: "card_without_funds",
  card_declined: "card_declined",
  expired_card: "card_expired",
  incorrect_cvc: "card_code_wrong",
  invalid_cvc: "card_code_wrong",
};

function whyRefused({
  code,
  decline_code: reason,
}: InstanceType<typeof Stripe.errors.StripeCardError>) {
  return REFUSALS[reason ?? ""] ?? REFUSALS[code ?? ""] ?? "charge_failed";
}

function isAboutMethod(error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>) {
  return error.param === "payment_method" || error.message.includes("PaymentMethod");
}
