import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { offsetClock } from "./core/clock";
import { NO_REQUEST, type Context } from "./core/context";
import { StripeProblem } from "./core/errors";
import { randomIds } from "./core/ids";
import { memoryStore, openStore, type OpenStore } from "./core/store";
import { control, type Controlled } from "./controls";
import { Faults } from "./faults";
import { Housekeeper, moveAddresses } from "./housekeeping";
import { Api, type ApiKeys } from "./http/api";
import { BodyTooLarge, json, readBody, write, type Answer } from "./http/messages";
import { dashboardPage, receiptPage } from "./pages/account-pages";
import { authenticationPage } from "./pages/authentication-page";
import { browserFile } from "./pages/browser-files";
import { checkoutPage } from "./pages/checkout-page";
import { bankFramePage, paymentFramePage } from "./pages/elements-pages";
import { messagePage } from "./pages/layout";
import { onboardingPage } from "./pages/onboarding-page";
import { findPage } from "./pages/page-route";
import { DEFAULT_RETRIES, Webhooks, type RetryPolicy } from "./webhooks";

const PAGES = [
  ...[checkoutPage, authenticationPage, paymentFramePage, bankFramePage],
  ...[onboardingPage, dashboardPage, receiptPage],
];

const API_BODY_BYTES = 1024 * 1024;
const IMPORT_BODY_BYTES = 256 * 1024 * 1024;

/** How long calls under way may still take once the sandbox is asked to stop. */
const CLOSE_WITHIN_MS = 2000;

export interface Credentials extends ApiKeys {
  /** Sign the events of the platform and of connected accounts. */
  webhookSecret: string;
  connectWebhookSecret: string;
}

export interface StripeSandboxOptions {
  /** Loopback port; 0 takes any free one. */
  port: number;
  /** Where the state is stored, made when absent; null: in memory, for as long as the sandbox runs. */
  dataDir: string | null;
  /** Where events of the platform go. */
  webhookUrl: string;
  /** Where events of connected accounts go. */
  connectWebhookUrl: string;
  /** What the product knows too. */
  credentials: Credentials;
  log?: (message: string) => void;
  retries?: RetryPolicy;
}

export interface StripeSandbox {
  /** `http://127.0.0.1:12111`: give its parts to the SDK as `protocol`, `host` and `port`. */
  url: string;
  port: number;
  /** Answers what is under way, writes everything out and stops. */
  close(): Promise<void>;
}

interface Running {
  base: Context;
  api: Api;
  controlled: Controlled;
  housekeeper: Housekeeper;
  webhooks: Webhooks;
  opened: OpenStore;
}

async function start(options: StripeSandboxOptions, publicUrl: string): Promise<Running> {
  const log = options.log ?? (() => undefined);
  const opened = options.dataDir === null ? memoryStore() : await openStore(options.dataDir);
  const { store } = opened;
  const { credentials } = options;
  const clock = offsetClock(() => store.get(".setting", "clock")?.offsetMs ?? 0);
  const base: Context = { store, clock, ids: randomIds, publicUrl, request: NO_REQUEST };
  moveAddresses(base);
  const faults = new Faults();
  const initialTargets = { platform: options.webhookUrl, connect: options.connectWebhookUrl };
  const webhooks = new Webhooks({
    store,
    faults,
    targets: initialTargets,
    secrets: { platform: credentials.webhookSecret, connect: credentials.connectWebhookSecret },
    retries: options.retries ?? DEFAULT_RETRIES,
    log,
  });
  const housekeeper = new Housekeeper(base);
  const api = new Api(base, faults, credentials);
  store.onCommit(() => webhooks.wake());
  webhooks.wake();
  const controlled: Controlled = {
    base,
    api,
    faults,
    webhooks,
    initialTargets,
    housekeep: () => housekeeper.sweep(),
  };
  return { base, api, controlled, housekeeper, webhooks, opened };
}

/** A page opened elsewhere must not reach the sandbox by a name that merely resolves to this machine. */
function isLocalHost(request: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(request.headers.host ?? "");
}

async function answerControl(
  { controlled, base }: Running,
  request: IncomingMessage,
  path: string,
): Promise<Answer> {
  const text = await readBody(request, IMPORT_BODY_BYTES);
  const posted = request.method === "POST";
  if (posted && !/^application\/json\b/.test(request.headers["content-type"] ?? "")) {
    // Other sites' forms cannot send this type, so they cannot turn switches.
    return json(415, { error: { message: "Send application/json" } });
  }
  let answer: Answer;
  try {
    const body: unknown = text === "" ? {} : JSON.parse(text);
    answer = await control(controlled, request.method ?? "GET", path, body);
  } catch (error) {
    if (error instanceof SyntaxError) return json(400, { error: { message: "Invalid JSON" } });
    if (!(error instanceof StripeProblem)) throw error;
    answer = json(error.status, { error: error.body });
  }
  await base.store.durable();
  return answer;
}

async function answerPage(running: Running, request: IncomingMessage, url: URL): Promise<Answer> {
  const { base } = running;
  const found = findPage(PAGES, url.pathname);
  if (found === null) return messagePage(404, "Page introuvable", "Cette page n’existe pas.");
  const { route, id } = found;
  const posted = request.method === "POST";
  const handle = posted ? route.submit : route.show;
  if (handle === undefined || (!posted && request.method !== "GET" && request.method !== "HEAD")) {
    return messagePage(405, "Action impossible", "Cette page ne permet pas cette action.");
  }
  const form = new URLSearchParams(posted ? await readBody(request, API_BODY_BYTES) : "");
  let answer: Answer;
  try {
    answer = base.store.transact(() => handle(base, { id, query: url.searchParams, form }));
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    answer = messagePage(error.status, "Page introuvable", "Cette page n’existe pas ou plus.");
  }
  await base.store.durable();
  return answer;
}

async function answer(running: Running, request: IncomingMessage): Promise<Answer | "cut"> {
  const url = new URL(request.url ?? "/", running.base.publicUrl);
  if (!isLocalHost(request)) return json(403, { error: { message: "Unknown host" } });
  running.housekeeper.expire();
  if (url.pathname === "/healthz") return json(200, { status: "ok" });
  if (url.pathname.startsWith("/v1/")) {
    return running.api.handle({
      method: request.method ?? "GET",
      path: url.pathname,
      query: url.search.slice(1),
      headers: request.headers,
      body: await readBody(request, API_BODY_BYTES),
    });
  }
  const control = /^\/_sandbox\/(.+)$/.exec(url.pathname)?.[1];
  if (control !== undefined) return answerControl(running, request, control);
  const file = request.method === "GET" ? await browserFile(url.pathname) : null;
  if (file !== null) return file;
  return answerPage(running, request, url);
}

/**
 * Starts a server on loopback that behaves like Stripe for the calls the product makes.
 * @throws when the port is taken or the stored state cannot be read
 */
export async function createStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const log = options.log ?? (() => undefined);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const result = await answer(await ready, request);
    if (result === "cut") response.destroy();
    else write(response, result);
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      log(`${request.method ?? ""} ${request.url ?? ""} broke: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else if (error instanceof BodyTooLarge) write(response, json(413, { error: {} }));
      else write(response, json(500, { error: { type: "api_error", message: "Sandbox error" } }));
    });
  });
  // The port comes first: it keeps a second process away from the state of the first.
  const listening = new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
  const ready = listening.then((port) => start(options, `http://127.0.0.1:${port}`));
  const running = await ready.catch((error: unknown) => {
    server.close();
    throw error;
  });
  return {
    url: running.base.publicUrl,
    port: await listening,
    async close() {
      running.housekeeper.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const impatience = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN_MS);
      await running.webhooks.close();
      await closed;
      clearTimeout(impatience);
      await running.opened.close();
    },
  };
}
