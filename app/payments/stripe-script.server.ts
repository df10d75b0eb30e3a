import { env } from "~/platform/env.server";
import { stripeJs } from "~/platform/stripe-js";

/** Where the card form's page finds Stripe's script, and its key; null when there is none to give. */
export function stripeScript(): { scriptUrl: string; publishableKey: string } | null {
  const stripe = stripeJs(env);
  return stripe && { scriptUrl: stripe.scriptUrl, publishableKey: stripe.publishableKey };
}
