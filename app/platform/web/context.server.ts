import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { RequestSession } from "../session.server";

declare module "@remix-run/node" {
  /** What every loader and action receives as `context`. */
  interface AppLoadContext {
    requestId: string;
    /** The client's address as far as trusted proxies tell it. */
    ip: string;
    session: RequestSession;
  }
}

/** Builds the context of one request; session cookies go onto `response` directly. */
export function createLoadContext(request: ExpressRequest, response: ExpressResponse) {
  return {
    requestId: String(response.locals.requestId),
    ip: request.ip ?? "unknown",
    session: new RequestSession(
      request.get("cookie") ?? null,
      request.get("user-agent") ?? null,
      (value) => response.append("Set-Cookie", value),
    ),
  };
}
