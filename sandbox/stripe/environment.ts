import type { StripeSandboxOptions } from "./server";

type Environment = Record<string, string | undefined>;

/** Whether the sandbox may run: never where real people pay. */
export function mayRun(env: Environment): boolean {
  if (env.APP_MODE === "production") return false;
  return env.NODE_ENV !== "production" || env.APP_MODE === "demo" || env.APP_MODE === "test";
}

/**
 * The sandbox's settings, all of them needed: STRIPE_SANDBOX_PORT, STRIPE_SANDBOX_DATA,
 * STRIPE_SANDBOX_WEBHOOK_URL, STRIPE_SANDBOX_CONNECT_WEBHOOK_URL, and the product's own four
 * credentials, STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET and
 * STRIPE_CONNECT_WEBHOOK_SECRET.
 * @throws Error that names what is wrong; in production always
 */
export function readEnvironment(
  env: Environment,
): Pick<
  StripeSandboxOptions,
  "port" | "dataDir" | "webhookUrl" | "connectWebhookUrl" | "credentials"
> {
  if (!mayRun(env)) {
    throw new Error(
      "The Stripe sandbox does not run in production: set STRIPE_SECRET_KEY instead.",
    );
  }
  const need = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === "") throw new Error(`${name} is missing`);
    return value;
  };
  const port = Number(need("STRIPE_SANDBOX_PORT"));
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error("STRIPE_SANDBOX_PORT must be a port number");
  }
  return {
    port,
    dataDir: need("STRIPE_SANDBOX_DATA"),
    webhookUrl: need("STRIPE_SANDBOX_WEBHOOK_URL"),
    connectWebhookUrl: need("STRIPE_SANDBOX_CONNECT_WEBHOOK_URL"),
    credentials: {
      secretKey: need("STRIPE_SECRET_KEY"),
      publishableKey: need("STRIPE_PUBLISHABLE_KEY"),
      webhookSecret: need("STRIPE_WEBHOOK_SECRET"),
      connectWebhookSecret: need("STRIPE_CONNECT_WEBHOOK_SECRET"),
    },
  };
}
