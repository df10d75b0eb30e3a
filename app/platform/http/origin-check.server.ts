import type { RequestHandler } from "express";
import { env } from "../env.server";
import { bearerOf } from "../web/context.server";
import { Refusal } from "../refusal";
import { answerBarely } from "./bare-answer.server";

const { origin: ownOrigin } = new URL(env.APP_URL);
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** Called by Stripe, not by a browser; they prove who they are by a signature. */
const SIGNED = new Set(["/api/stripe/webhook", "/api/stripe/webhook-connect"]);

/**
 * Refuses unsafe requests that another site made a browser send. Works without JavaScript and
 * without tokens: browsers say where a request comes from (`Sec-Fetch-Site`, else `Origin`, which is
 * the site's own as APP_URL says, never as `Host` does); a client that says neither is no browser and
 * carries nobody's cookie. Nor does what shows an API token, whose cookies are not read.
 */
export const originCheck: RequestHandler = (request, response, next) => {
  const hasToken = bearerOf(request) !== undefined;
  if (SAFE.has(request.method) || SIGNED.has(request.path) || hasToken) return next();
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  const foreign =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && origin !== ownOrigin);
  if (!foreign) return next();
  answerBarely(request, response, new Refusal("foreign_origin"));
};
