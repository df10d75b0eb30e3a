import type { AppLoadContext } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse } from "express";
import { RequestSession } from "../session.server";
import type { Refusal } from "../refusal";

declare module "@remix-run/node" {
  /** What every loader and action receives as `context`. */
  interface AppLoadContext {
    requestId: string;
    /** The client's address as far as trusted proxies tell it. */
    ip: string;
    session: RequestSession;
    /** The API token that a program showed, or what stood in its place; its request has no session then. */
    bearer?: string;
    /** Once it was read: its id, and whose account it acts for. */
    caller?: { viewer: string; token: string };
    /** Why the site is closed to this request. */
    closed?: Refusal;
    /** What the page tells that stands for an address which has none of its own, or is closed. */
    refused?: Refusal | Response;
    /** The page that tells why a file is refused, in the place of that file. */
    refusalPage?: (refused: Response, request: Request) => Promise<Response>;
  }
}

const BEARER = /^Bearer(?=\s|$)/i;

/**
 * The API token that a request to /api shows; whatever else stands in its place, nothing too, is one that is none. Cookies
 * beside it count for nothing, so that a browser which was made to send them has not proved anything by them.
 */
export function bearerOf(request: ExpressRequest): string | undefined {
  if (!request.path.startsWith("/api/")) return undefined;
  const shown = request.get("authorization") ?? "";
  return BEARER.test(shown) ? shown.replace(BEARER, "").trim() : undefined;
}

/** Builds the context of one request; session cookies go onto `response` directly. */
export function createLoadContext(
  request: ExpressRequest,
  response: ExpressResponse,
): AppLoadContext {
  const bearer = bearerOf(request);
  return {
    bearer,
    requestId: String(response.locals.requestId),
    ip: request.ip ?? "unknown",
    session: new RequestSession(
      bearer === undefined ? (request.get("cookie") ?? null) : null,
      request.get("user-agent") ?? null,
      (value) => response.append("Set-Cookie", value),
    ),
  };
}
