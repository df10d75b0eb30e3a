import Stripe from "stripe";
import type { StripeEvent } from "@models/stripe-event";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { pacedHttpClient } from "./background-pace.server";

const TIMEOUT_MS = 8_000;
const RETRIES = 2;

let client: Stripe | undefined;

function needed<
  Name extends "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET" | "STRIPE_CONNECT_WEBHOOK_SECRET",
>(name: Name): NonNullable<(typeof env)[Name]> {
  const value = env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
}

/** Stripe's own address, unless a sandbox stands in for it. */
function address(): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (!env.STRIPE_SANDBOX_URL) return {};
  const { hostname, port } = new URL(env.STRIPE_SANDBOX_URL);
  return { host: hostname, port, protocol: "http" };
}

/** The configured client. Callers outside this folder go through its use cases instead. */
export function stripe(): Stripe {
  return (client ??= new Stripe(needed("STRIPE_SECRET_KEY"), {
    ...address(),
    telemetry: false,
    httpClient: pacedHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
  }));
}

/** What may sign the events of an endpoint, the newest first. */
export function webhookSecrets(endpoint: StripeEvent["endpoint"]): readonly [string, ...string[]] {
  return needed(endpoint === "connect" ? "STRIPE_CONNECT_WEBHOOK_SECRET" : "STRIPE_WEBHOOK_SECRET");
}

/**
 * Calls Stripe. What Stripe answers as an error stays a StripeError for the caller to judge.
 *
 * @throws Refusal("unavailable") when Stripe could not be reached or failed itself, is still at work
 * under the same idempotency key, or did something else under it: whether the deed was done is then
 * unknown, and has to be asked again. Its `cause` is the StripeError.
 */
export async function callStripe<T>(call: (client: Stripe) => Promise<T>): Promise<T> {
  try {
    return await call(stripe());
  } catch (error) {
    if (!isOutage(error)) throw error;
    logger.error({ err: error }, "Stripe did not answer");
    throw new Refusal("unavailable", { cause: error });
  }
}

function isOutage(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    // Also 409, a key in use: another process is at the same deed right now.
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  );
}

/** Whether Stripe refused a call because of what it asked: the object is gone, or past that. */
export function isInvalidRequest(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether Stripe has no such object for this key: none (any more), or one of another platform's. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
}

/**
 * Whether Stripe lets the platform see an owner's account no more: it was deleted, or they cut it off. A key that may not read
 * accounts is refused likewise, without that code.
 */
export function isAccountGone(error: unknown): boolean {
  const { StripePermissionError } = Stripe.errors;
  return (
    isMissing(error) || (error instanceof StripePermissionError && error.code === "account_invalid")
  );
}

/** Whether Stripe refused a call because it has the payer's customer no more. */
export function isCustomerMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === "resource_missing" &&
    error.param === "customer"
  );
}

/**
 * Why Stripe will not move money as it was asked to, in its own words: the call makes no sense (any more), the
 * platform's key may not do it, or its idempotency key stands for another call. Null for whatever may go well at another time.
 */
export function refusalReason(error: unknown): string | null {
  if (isInvalidRequest(error) || error instanceof Stripe.errors.StripePermissionError) {
    return (error as Error).message;
  }
  const cause = error instanceof Refusal ? error.cause : null;
  return cause instanceof Stripe.errors.StripeIdempotencyError ? cause.message : null;
}
