import type { RequestHandler } from "express";
import { Refusal } from "../refusal";
import { answerBarely } from "./bare-answer.server";

const PAGE_METHODS = new Set(["GET", "HEAD", "POST"]);
/** Those that an /api path has not are refused where its description is, which knows those that it has. */
const API_METHODS = new Set([...PAGE_METHODS, "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Line ends and control characters: no path of ours holds one, and a route's `*` does not match them. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Refuses what Remix can make no `Request` of: absolute targets and `*`, methods that nobody has. A path
 * that cannot be read, or not on one line, leads where paths lead that are not there.
 */
export const plainRequests: RequestHandler = (request, response, next) => {
  if (!request.url.startsWith("/")) return answerBarely(request, response, new Refusal("invalid"));
  const isApi = request.path.startsWith("/api/");
  if (!(isApi ? API_METHODS : PAGE_METHODS).has(request.method)) {
    response.setHeader("Allow", isApi ? "GET, HEAD, POST, DELETE" : "GET, HEAD, POST");
    return answerBarely(request, response, new Refusal("method"));
  }
  if (!isReadable(request.path)) {
    request.url = isApi ? "/api/introuvable" : "/introuvable";
    request.originalUrl = request.url;
  }
  next();
};

function isReadable(path: string): boolean {
  try {
    return !UNPRINTABLE.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
