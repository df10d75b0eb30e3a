import type { Env } from "./env.server";

/** Stripe's script for browsers, and what a page has to allow for it. */
export interface StripeJs {
  scriptUrl: string;
  publishableKey: string;
  /** Content Security Policy, as Stripe documents it: where code, frames and answers come from. */
  policy: { "script-src": string[]; "frame-src": string[]; "connect-src": string[] };
}

/** The release that the installed @stripe/stripe-js belongs to: its test holds the two together. */
const STRIPE_JS = "https://js.stripe.com/endive/stripe.js";

const STRIPE_POLICY: StripeJs["policy"] = {
  "script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
  "frame-src": ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  "connect-src": ["https://api.stripe.com"],
};

/**
 * Where the card form's script comes from: Stripe itself, or the sandbox where that stands in for it.
 *
 * @returns null without a publishable key: the hosted page is the way to pay then
 */
export function stripeJs({
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_SANDBOX_URL: sandboxUrl,
}: Pick<Env, "STRIPE_PUBLISHABLE_KEY" | "STRIPE_SANDBOX_URL">): StripeJs | null {
  if (!publishableKey) return null;
  if (!sandboxUrl) return { scriptUrl: STRIPE_JS, publishableKey, policy: STRIPE_POLICY };
  const { origin } = new URL(sandboxUrl);
  const policy = { "script-src": [origin], "frame-src": [origin], "connect-src": [] };
  return { scriptUrl: `${origin}/endive/stripe.js`, publishableKey, policy };
}
