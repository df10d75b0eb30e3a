/**
 * What product and Stripe sandbox are both started with, so that neither has to know the other. These
 * credentials are public on purpose: they open nothing but the sandbox, which listens on loopback
 * alone and holds no real money.
 */
export const SANDBOX_CREDENTIALS = {
  STRIPE_SECRET_KEY: "sk_test_sandbox_4f1c9e7b2a6d8035",
  STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox_4f1c9e7b2a6d8035",
  STRIPE_WEBHOOK_SECRET: "whsec_sandbox_platform_9b3d5f7a1c2e4860",
  STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_sandbox_connect_2e4860b3d5f7a1c9",
};
