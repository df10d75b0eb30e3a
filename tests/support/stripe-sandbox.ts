import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import {
  createStripeSandbox,
  type StripeSandbox,
  type StripeSandboxOptions,
} from "@sandbox/stripe/server";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";

const {
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
} = SANDBOX_CREDENTIALS;

/** One webhook as it came in, and the event that the SDK made of it. */
export interface ReceivedWebhook {
  endpoint: "platform" | "connect";
  raw: string;
  signature: string;
  event: Stripe.Event;
}

export interface WebhookReceiver {
  received: ReceivedWebhook[];
  /** The types in the order they came, of one endpoint. */
  types(endpoint?: "platform" | "connect"): string[];
  /** Resolves once so many have come in since `received` was last emptied. */
  arrived(count: number): Promise<void>;
  /** The status of the next answers, before 200 again. */
  failNext: number[];
  webhookUrl: string;
  connectWebhookUrl: string;
  close(): Promise<void>;
}

export const webhookVerifier = new Stripe(secretKey);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Listens as the product would, and checks every signature with the SDK. */
async function receiveWebhooks(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const failNext: number[] = [];
  const arrivals = new EventEmitter();
  const server = createServer((request, response) => {
    void bodyOf(request).then((raw) => {
      const endpoint = request.url === "/connect" ? "connect" : "platform";
      const secret = endpoint === "connect" ? connectWebhookSecret : webhookSecret;
      const signature = String(request.headers["stripe-signature"]);
      const event = webhookVerifier.webhooks.constructEvent(raw, signature, secret);
      received.push({ endpoint, raw, signature, event });
      response.writeHead(failNext.shift() ?? 200).end();
      arrivals.emit("arrival");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    types: (endpoint = "platform") =>
      received.filter((hook) => hook.endpoint === endpoint).map((hook) => hook.event.type),
    arrived: async (count) => {
      while (received.length < count) await once(arrivals, "arrival");
    },
    failNext,
    webhookUrl: `http://127.0.0.1:${port}/platform`,
    connectWebhookUrl: `http://127.0.0.1:${port}/connect`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface TestSandbox extends StripeSandbox {
  stripe: Stripe;
  hooks: WebhookReceiver;
  /** Turns one of the sandbox's own switches, as `sandbox/stripe/controls.ts` lists them. */
  control(name: string, body?: object): Promise<Response>;
  state(): Promise<SandboxState>;
  /** Waits until Stripe's deeds after the answer are done and every event is delivered. */
  settled(): Promise<void>;
}

export interface SandboxState {
  objects: Record<string, number>;
  deliveries: { pending: number; held: number; lost: number; failed: number };
  calls: Record<string, number>;
  later: number;
  now: number;
}

/** The SDK, pointed at a sandbox, without retries unless asked. */
export function sandboxClient(port: number, config: Stripe.StripeConfig = {}): Stripe {
  return new Stripe(secretKey, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
    ...config,
  });
}

/** A sandbox on a free port with its state in memory, unless told where, and someone who listens. */
export async function startSandbox(
  options: Partial<StripeSandboxOptions> = {},
): Promise<TestSandbox> {
  const hooks = await receiveWebhooks();
  const sandbox = await createStripeSandbox({
    port: 0,
    webhookUrl: hooks.webhookUrl,
    connectWebhookUrl: hooks.connectWebhookUrl,
    credentials: { secretKey, publishableKey, webhookSecret, connectWebhookSecret },
    retries: { firstDelayMs: 20, maxDelayMs: 100, attempts: 5 },
    dataDir: null,
    ...options,
  });
  const control = (name: string, body: object = {}) =>
    fetch(`${sandbox.url}/_sandbox/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    ...sandbox,
    stripe: sandboxClient(sandbox.port),
    hooks,
    control,
    state: async () =>
      (await (await fetch(`${sandbox.url}/_sandbox/state`)).json()) as SandboxState,
    settled: async () => {
      await control("settle");
    },
    close: async () => {
      await sandbox.close();
      await hooks.close();
    },
  };
}
