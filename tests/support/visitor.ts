import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { ApiCalls } from "~/platform/web/api-call.server";
import { RequestSession } from "~/platform/session.server";

/** A loader or an action; of an /api path with its `calls`, whose answers are held to the document. */
export type Handler = ((args: ActionFunctionArgs & LoaderFunctionArgs) => unknown) & {
  calls?: ApiCalls;
};

interface Visit {
  /** Fields of a form, or a JSON body; a GET without either. */
  form?: Record<string, string> | URLSearchParams;
  json?: unknown;
  params?: Record<string, string>;
  ip?: string;
  /** Default: POST with a form or a body, GET without. */
  method?: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A browser without a network: calls loaders and actions, and keeps the cookies that they set. */
export class Visitor {
  /** By name and path, as browsers keep them. */
  readonly #cookies = new Map<string, Cookie>();

  /** @param bearer the API token that it shows with every request, as a program does */
  constructor(
    private readonly ip = "203.0.113.7",
    private readonly bearer?: string,
  ) {}

  /** The names of the cookies held. */
  get cookies(): string[] {
    return [...new Set([...this.#cookies.values()].map(({ name }) => name))];
  }

  /** A request of the same browser that knows nothing of the answers to come. */
  clone(): Visitor {
    const same = new Visitor(this.ip, this.bearer);
    for (const [key, cookie] of this.#cookies) same.#cookies.set(key, cookie);
    return same;
  }

  /** What a request of this visitor is answered with. */
  context(ip = this.ip, path = "/"): AppLoadContext {
    const header = this.#header(path);
    return {
      requestId: "test",
      ip,
      bearer: this.bearer,
      session: new RequestSession(header, "vitest", (value) => this.#keep(value)),
    };
  }

  /** Calls a loader or an action as the router does; what is not a Response becomes JSON. */
  async visit(handler: Handler, path: string, visit: Visit = {}): Promise<Response> {
    const { form, json, params = {}, ip } = visit;
    const { method = form || json !== undefined ? "POST" : "GET" } = visit;
    const url = new URL(path, "http://localhost");
    const header = this.#header(url.pathname);
    const request = new Request(url, {
      method,
      body: form
        ? new URLSearchParams(form)
        : json === undefined
          ? undefined
          : JSON.stringify(json),
      headers: {
        ...(header && { cookie: header }),
        ...(json !== undefined && { "content-type": "application/json" }),
      },
    });
    const answer = await handler({ request, params, context: this.context(ip, url.pathname) });
    const response = answer instanceof Response ? answer : Response.json(answer);
    for (const value of response.headers.getSetCookie()) this.#keep(value);
    const called = method as keyof ApiCalls;
    const call = handler.calls?.[called];
    if (call) {
      const { holdToDocument } = await import("./contract");
      await holdToDocument(call, called, Object.keys(params), response);
    }
    return response;
  }

  #header(asked: string): string | null {
    const sent = [...this.#cookies.values()].filter(
      ({ path }) => asked === path || asked.startsWith(path.endsWith("/") ? path : `${path}/`),
    );
    return sent.length > 0 ? sent.map(({ name, value }) => `${name}=${value}`).join("; ") : null;
  }

  #keep(setCookie: string): void {
    const [pair = ""] = setCookie.split(";");
    const [name = ""] = pair.split("=", 1);
    const path = /;\s*Path=([^;]*)/i.exec(setCookie)?.[1] ?? "/";
    const key = `${name} ${path}`;
    if (/;\s*Max-Age=0\b/i.test(setCookie)) this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value: pair.slice(name.length + 1), path });
  }
}
