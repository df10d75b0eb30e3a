/**
 * The credentials of the Stripe sandbox. They are public on purpose: they open nothing but the
 * sandbox, which listens on loopback alone and holds no real money.
 */
export const SANDBOX_SECRET_KEY = "sk_test_sandbox_4f1c9e7b2a6d8035";
export const SANDBOX_PUBLISHABLE_KEY = "pk_test_sandbox_4f1c9e7b2a6d8035";
export const SANDBOX_WEBHOOK_SECRET = "whsec_sandbox_platform_9b3d5f7a1c2e4860";
export const SANDBOX_CONNECT_WEBHOOK_SECRET = "whsec_sandbox_connect_2e4860b3d5f7a1c9";

/** The only API version the sandbox answers in; the SDK sends it as `Stripe-Version`. */
export const SANDBOX_API_VERSION = "2026-10-28.endive";
