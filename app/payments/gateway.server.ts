import Stripe from "stripe";
import type { StripeEvent } from "@models/stripe-event";
// The gateway's configuration is the one place that knows the sandbox's credentials.
// eslint-disable-next-line no-restricted-imports
import {
  SANDBOX_CONNECT_WEBHOOK_SECRET,
  SANDBOX_SECRET_KEY,
  SANDBOX_WEBHOOK_SECRET,
} from "@sandbox/stripe/secrets";
import { env, isProduction } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/web/refusal";

/** The one place that knows whether the product speaks to Stripe or to the sandbox. */
interface Account {
  secretKey: string;
  webhookSecrets: Record<StripeEvent["endpoint"], string>;
  address: Pick<Stripe.StripeConfig, "host" | "port" | "protocol">;
}

const TIMEOUT_MS = 8_000;
const RETRIES = 2;

let account: Account | undefined;
let client: Stripe | undefined;

function currentAccount(): Account {
  return (account ??= env.STRIPE_SECRET_KEY ? stripeAccount(env.STRIPE_SECRET_KEY) : sandbox());
}

function stripeAccount(secretKey: string): Account {
  return {
    secretKey,
    webhookSecrets: {
      platform: needed("STRIPE_WEBHOOK_SECRET"),
      connect: needed("STRIPE_CONNECT_WEBHOOK_SECRET"),
    },
    address: {},
  };
}

function sandbox(): Account {
  if (isProduction) throw new Error("The Stripe sandbox is not for production");
  const url = new URL(needed("STRIPE_SANDBOX_URL"));
  return {
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecrets: { platform: SANDBOX_WEBHOOK_SECRET, connect: SANDBOX_CONNECT_WEBHOOK_SECRET },
    address: { host: url.hostname, port: url.port, protocol: "http" },
  };
}

function needed(
  name: "STRIPE_WEBHOOK_SECRET" | "STRIPE_CONNECT_WEBHOOK_SECRET" | "STRIPE_SANDBOX_URL",
): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** The configured client. Callers outside this folder go through its use cases instead. */
export function stripe(): Stripe {
  const { secretKey, address } = currentAccount();
  return (client ??= new Stripe(secretKey, {
    ...address,
    telemetry: false,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
  }));
}

/** What signs the events of an endpoint. */
export function webhookSecret(endpoint: StripeEvent["endpoint"]): string {
  return currentAccount().webhookSecrets[endpoint];
}

/**
 * Calls Stripe. What Stripe answers as an error stays a StripeError for the caller to judge.
 *
 * @throws Refusal("unavailable") when Stripe could not be reached or failed itself: whether the
 * deed was done is then unknown, and has to be asked again.
 */
export async function callStripe<T>(call: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await call(stripe());
  } catch (error) {
    if (!isOutage(error)) throw error;
    logger.error({ err: error }, "Stripe did not answer");
    throw new Refusal("unavailable");
  }
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError
  );
}

/** Whether Stripe refused a call because of what it asked: the object is gone, or past that. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}
