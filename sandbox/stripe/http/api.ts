import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { attempt, type Outcome } from "../core/attempt";
import type { Context } from "../core/context";
import { StripeProblem, forbidden, invalidParameter, invalidRequest } from "../core/errors";
import { SANDBOX_API_VERSION } from "../core/events";
import { expand } from "../core/expand";
import { canonicalForm, decodeForm, type FormObject } from "../core/form";
import { withShortLists } from "../core/lists";
import type { StoredAnswer } from "../core/records";
import type { AnswerFault, Faults } from "../faults";
import { accountRoutes } from "../resources/accounts";
import { balanceTransactionRoutes } from "../resources/balance-transactions";
import { bookRoutes } from "../resources/books";
import { checkoutSessionRoutes } from "../resources/checkout-sessions";
import { confirmationTokenRoutes } from "../resources/confirmation-tokens";
import { customerRoutes } from "../resources/customers";
import { disputeRoutes } from "../resources/disputes";
import { eventRoutes } from "../resources/events";
import { paymentIntentRoutes } from "../resources/payment-intents";
import { paymentMethodRoutes } from "../resources/payment-methods";
import { refundRoutes } from "../resources/refunds";
import { takeBackRoutes } from "../resources/take-back";
import { json, type Answer } from "./messages";
import { matchPath, type ApiRoute } from "./route";

const ROUTES: readonly ApiRoute[] = [
  ...accountRoutes,
  ...balanceTransactionRoutes,
  ...bookRoutes,
  ...checkoutSessionRoutes,
  ...confirmationTokenRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...takeBackRoutes,
];

/** How long an idempotency key stands for the call that it was first used with. */
const KEY_SECONDS = 24 * 60 * 60;

export interface ApiRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The deed may be done and yet nobody shall hear of it. */
export type ApiAnswer = Answer | "cut";

function header(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value : null;
}

function findRoute({ method, path }: ApiRequest): { route: ApiRoute; ids: string[] } {
  const segments = path.split("/").slice(1).map(decodeURIComponent);
  for (const route of ROUTES) {
    const ids = route.method === method ? matchPath(route.segments, segments) : null;
    if (ids !== null) return { route, ids };
  }
  throw new StripeProblem(
    404,
    {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${method}: ${path}). The Stripe sandbox knows only the calls that the product makes.`,
    },
    { beforeExecution: true },
  );
}

/** What opens the API: the first all of it, the second what a card form in a browser may call. */
export interface ApiKeys {
  secretKey: string;
  publishableKey: string;
}

function authenticate(headers: IncomingHttpHeaders, route: ApiRoute, keys: ApiKeys): void {
  const key = header(headers, "authorization")?.replace(/^Bearer\s+/i, "");
  const accepted = key === keys.secretKey || (route.publishable && key === keys.publishableKey);
  if (accepted) return;
  const message =
    key === undefined
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`;
  throw new StripeProblem(
    401,
    { type: "invalid_request_error", message },
    { beforeExecution: true },
  );
}

function checkHeaders(headers: IncomingHttpHeaders, route: ApiRoute): string | null {
  const version = header(headers, "stripe-version");
  if (version !== null && version !== SANDBOX_API_VERSION) {
    throw invalidRequest(
      `Invalid Stripe API version: ${version}. The Stripe sandbox answers in ${SANDBOX_API_VERSION} only.`,
    );
  }
  const account = header(headers, "stripe-account");
  if (account !== null && !route.connected) {
    throw invalidRequest(
      "The Stripe sandbox makes this call for the platform only: leave out the Stripe-Account header.",
    );
  }
  return account;
}

function takeExpand(form: FormObject): { paths: string[]; rest: FormObject } {
  const { expand: asked, ...rest } = form;
  if (asked === undefined) return { paths: [], rest };
  const paths = typeof asked === "string" ? [asked] : Object.values(asked);
  if (!paths.every((path) => typeof path === "string")) {
    throw invalidParameter("Invalid array", "expand");
  }
  return { paths, rest };
}

function idempotencyProblem(key: string, stored: StoredAnswer, endpoint: string): StripeProblem {
  const message =
    stored.endpoint === endpoint
      ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
      : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.endpoint.replace(/^POST /, "")}' vs '${endpoint.replace(/^POST /, "")}'). Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeProblem(400, { type: "idempotency_error", message });
}

function serverError(): StripeProblem {
  return new StripeProblem(500, {
    type: "api_error",
    message: "An unknown error occurred (sandbox fault).",
  });
}

function answerOf(outcome: Outcome<object>, fault: AnswerFault): Answer {
  if (outcome.ok && fault !== "500-after-deed") return json(200, outcome.value);
  const { status, body } = outcome.ok ? serverError() : outcome.problem;
  return json(status, { error: body });
}

interface Execution {
  route: ApiRoute;
  ids: string[];
  account: string | null;
  form: FormObject;
  fault: AnswerFault;
}

/** What an answer is kept under. */
interface Kept {
  key: string;
  endpoint: string;
  fingerprint: string;
}

/** The calls of the API over one store. */
export class Api {
  readonly #base: Context;
  readonly #faults: Faults;
  readonly #keys: ApiKeys;
  readonly #inFlight = new Set<string>();
  readonly #calls = new Map<string, number>();
  #unfinished: (() => void)[] = [];

  constructor(base: Context, faults: Faults, keys: ApiKeys) {
    this.#base = base;
    this.#faults = faults;
    this.#keys = keys;
  }

  /** How often each call was made since the start or the last reset: `POST /v1/refunds` → 2. */
  get calls(): Record<string, number> {
    return Object.fromEntries(this.#calls);
  }

  forgetCalls(): void {
    this.#calls.clear();
    this.#unfinished = [];
  }

  /** Does what was left undone behind an error, as Stripe may afterwards. */
  finish(): void {
    for (const deed of this.#unfinished.splice(0)) deed();
  }

  /** Answers a call once everything it did, or could have seen, is on disk. */
  async handle(request: ApiRequest): Promise<ApiAnswer> {
    const requestId = this.#base.ids("req", 14);
    const key = request.method === "POST" ? header(request.headers, "idempotency-key") : null;
    const fault = this.#faults.next(request);
    let answer: Answer;
    try {
      answer = await this.#run(request, requestId, key, fault);
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error;
      answer = json(error.status, { error: error.body });
    }
    await this.#base.store.durable();
    if (fault === "lost-after-deed") return "cut";
    return {
      ...answer,
      headers: {
        "request-id": requestId,
        "stripe-version": SANDBOX_API_VERSION,
        ...(key === null ? {} : { "idempotency-key": key, "original-request": requestId }),
        ...answer.headers,
      },
    };
  }

  async #run(
    request: ApiRequest,
    requestId: string,
    key: string | null,
    fault: AnswerFault,
  ): Promise<Answer> {
    const { route, ids } = findRoute(request);
    authenticate(request.headers, route, this.#keys);
    const account = checkHeaders(request.headers, route);
    const name = `${request.method} /${route.segments.join("/")}`;
    this.#calls.set(name, (this.#calls.get(name) ?? 0) + 1);
    const form = decodeForm(request.method === "POST" ? request.body : request.query);
    const ctx: Context = {
      ...this.#base,
      request: { id: requestId, idempotency_key: key },
    };
    const execute = (keep: Kept | null) =>
      this.#execute(ctx, { route, ids, account, form, fault }, keep);
    if (key === null) return execute(null);
    if (this.#inFlight.has(key)) {
      throw new StripeProblem(409, {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
        message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
      });
    }
    const endpoint = `${request.method} ${request.path}`;
    const fingerprint = createHash("sha256").update(canonicalForm(form)).digest("base64url");
    const stored = ctx.store.get(".answer", key);
    if (stored !== undefined && ctx.clock.now() - stored.created < KEY_SECONDS) {
      if (stored.endpoint !== endpoint || stored.fingerprint !== fingerprint) {
        throw idempotencyProblem(key, stored, endpoint);
      }
      return {
        status: stored.status,
        headers: {
          "content-type": "application/json",
          "idempotent-replayed": "true",
          "original-request": stored.requestId,
        },
        body: stored.body,
      };
    }
    this.#inFlight.add(key);
    try {
      const answer = execute({ key, endpoint, fingerprint });
      await ctx.store.durable();
      return answer;
    } finally {
      this.#inFlight.delete(key);
    }
  }

  #execute(
    ctx: Context,
    { route, ids, account, form, fault }: Execution,
    keep: Kept | null,
  ): Answer {
    const { paths, rest } = takeExpand(form);
    const deed = route.prepare(rest);
    if (fault === "500-before-deed") {
      this.#unfinished.push(() => ctx.store.transact(() => deed(ctx, ids, account)));
    }
    return ctx.store.transact(() => {
      const outcome = attempt(ctx.store, () => {
        if (fault === "500" || fault === "500-before-deed") throw serverError();
        if (fault === "refused") throw invalidRequest("Refused (sandbox fault).");
        if (fault === "forbidden") throw forbidden("The provided key may not (sandbox fault).");
        return withShortLists(expand(ctx.store, deed(ctx, ids, account), paths));
      });
      const answer = answerOf(outcome, fault);
      if (keep !== null && (outcome.ok || !outcome.problem.beforeExecution)) {
        ctx.store.put(".answer", {
          id: keep.key,
          created: ctx.clock.now(),
          endpoint: keep.endpoint,
          fingerprint: keep.fingerprint,
          requestId: ctx.request.id ?? "",
          status: answer.status,
          body: answer.body,
        });
      }
      return answer;
    });
  }
}
