import type { Env } from "./env.server";

/** Stripe's script for browsers, and what a page has to allow for it. */
export interface StripeJs {
  scriptUrl: string;
  publishableKey: string;
  /** Content Security Policy, as Stripe documents it: where code, frames, answers and pictures come from. */
  policy: Record<"script-src" | "frame-src" | "connect-src" | "img-src", string[]>;
}

/** The release that the installed @stripe/stripe-js belongs to: its test holds the two together. */
const STRIPE_JS = "https://js.stripe.com/endive/stripe.js";

const SCRIPTS = ["https://js.stripe.com", "https://*.js.stripe.com"];
/** Stripe's wallet, which the form offers beside the fields of a card. */
const LINK = ["https://link.com", "https://*.link.com"];

const STRIPE_POLICY: StripeJs["policy"] = {
  "script-src": SCRIPTS,
  "frame-src": [...SCRIPTS, "https://hooks.stripe.com", ...LINK],
  "connect-src": ["https://api.stripe.com", ...LINK],
  "img-src": ["https://*.link.com"],
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
  const policy = {
    ...{ "script-src": [origin], "frame-src": [origin] },
    ...{ "connect-src": [], "img-src": [] },
  };
  return { scriptUrl: `${origin}/endive/stripe.js`, publishableKey, policy };
}
