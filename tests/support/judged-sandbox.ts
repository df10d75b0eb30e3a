import { afterAll } from "vitest";
import { sandbox } from "./payments";
import { startJudge } from "./stripe-judge";

/** Newer than the judge's document: see its test. */
export const NEWER = {
  "POST /v1/checkout/sessions": /^allowed_payment_method_types/,
} as const;

/**
 * The sandbox of `./payments`, with Stripe's own judge before it. Import this first in a test file, for
 * the reason given there.
 */
export const judge = await startJudge(sandbox.url, NEWER);
process.env.STRIPE_SANDBOX_URL = judge.url;
afterAll(() => judge.close());
