import Stripe from "stripe";
import { env } from "~/platform/env.server";
import { callStripe } from "./gateway.server";
import { paymentTerms, type Payable } from "./payable";

/**
 * What became of a card used in the page: taken or authorised (`done`), sent to the bank's page
 * (`action`), or refused (`failed`; the intent, if one was made, is still to be closed).
 */
export type ChargeOutcome =
  | { kind: "done"; intentId: string }
  | { kind: "action"; intentId: string; url: string }
  | { kind: "failed"; intentId: string | null };

/**
 * Pays a reservation's present attempt with a card's payment method, made in the page.
 *
 * @throws Refusal("unavailable") when it is not known what Stripe did
 */
export async function createPaymentIntent(
  payable: Payable,
  { customerId, paymentMethodId }: { customerId: string; paymentMethodId: string },
): Promise<ChargeOutcome> {
  const reservation = payable._id.toString();
  const venue = `${env.APP_URL}/reservation/${payable.venueId.toString()}`;
  try {
    const intent = await callStripe((stripe) =>
      stripe.paymentIntents.create(
        {
          amount: payable.total,
          currency: "eur",
          customer: customerId,
          payment_method: paymentMethodId,
          confirm: true,
          return_url: `${venue}/success?demande=${reservation}`,
          allowed_payment_method_types: ["card"],
          capture_method: payable.needValidation ? "manual" : "automatic_async",
          ...paymentTerms(payable),
        },
        { idempotencyKey: `pi:${reservation}:${payable.attempt}` },
      ),
    );
    return outcomeOf(intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      return { kind: "failed", intentId: error.payment_intent?.id ?? null };
    }
    // A payment method that does not exist, was used before or belongs to someone else.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isAboutMethod(error)) {
      return { kind: "failed", intentId: null };
    }
    throw error;
  }
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const url = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && url) {
    return { kind: "action", intentId: intent.id, url };
  }
  const isDone = intent.status === "succeeded" || intent.status === "requires_capture";
  return { kind: isDone ? "done" : "failed", intentId: intent.id };
}

function isAboutMethod(error: InstanceType<typeof Stripe.errors.StripeInvalidRequestError>) {
  return error.param === "payment_method" || error.message.includes("PaymentMethod");
}
