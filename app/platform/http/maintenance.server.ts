import type { RequestHandler, Response } from "express";
import type { AppLoadContext } from "@remix-run/node";
import { lookForChanges } from "../content-version.server";
import { formatInstant } from "../days";
import { knownState } from "../known-state.server";
import { viewerMay } from "../permissions";
import { closedFor, type Maintenance } from "../site-state";
import { createLoadContext } from "../web/context.server";
import { Refusal } from "../refusal";

/** Seconds after which a page is worth another try when nobody said how long it takes. */
const RETRY_SECONDS = 600;

/** Money under way ends, and whoever may pass has a way in. Everybody may log in by it, and is told then. */
const OPEN = new Set([
  ...["/api/stripe/webhook", "/api/stripe/webhook-connect"],
  ...["/connexion", "/seconde-etape", "/deconnexion", "/voir-comme"],
  ...["/api/auth/login", "/api/auth/second-factor", "/api/auth/logout"],
  // After a restore an administrator's password may be one that they had long replaced.
  ...["/reinitialiser-mot-de-passe", "/api/auth/forgot-password"],
]);

/** The same, by the link that is mailed: nothing but a token, for a path with dots may lead elsewhere. */
const OPEN_BY_LINK = /^\/(?:reinitialisation-mot-de-passe|api\/auth\/reset-password)\/[\w-]+$/;

/** Whether a path is answered to everybody while the site is closed. */
export const staysOpen = (path: string) => OPEN.has(path) || OPEN_BY_LINK.test(path);

/**
 * While the site is closed for maintenance: a 503 for all but the office, which may look whether it works again.
 * It stands before the kept pages, and what tells that the process lives stands before it.
 */
export const maintenance: RequestHandler = (request, response, next) => {
  // Has what other processes stored asked for.
  lookForChanges();
  const closed = closedFor(knownState(), new Date());
  if (!closed || staysOpen(request.path)) return next();
  const context = contextOf(request, response);
  mayPass(context)
    .then((passes) => {
      if (passes) return next();
      context.closed = refusalOf(closed, request.method);
      next(context.closed);
    })
    .catch(next);
};

/** A request's context, made once. */
export function contextOf(
  request: Parameters<RequestHandler>[0],
  response: Response,
): AppLoadContext {
  const locals = response.locals as { context?: AppLoadContext };
  return (locals.context ??= createLoadContext(request, response));
}

/** Whoever works in the office, also behind a view. */
async function mayPass({ session }: AppLoadContext): Promise<boolean> {
  const holder = session.present ? await session.holder() : null;
  return holder !== null && viewerMay(holder, "office.read");
}

function refusalOf({ message, until }: Maintenance, method: string): Refusal {
  const sentences = [
    message,
    until && `Retour prévu le ${formatInstant(until)}.`,
    // What a browser sent it sends again.
    method === "POST" &&
      "Ce que vous avez envoyé n’a pas été enregistré\u00a0: gardez cette page et rechargez-la ensuite pour le renvoyer.",
  ];
  return new Refusal("maintenance", {
    limit: sentences.filter(Boolean).join(" "),
    ...(until ? { until } : { retryAfter: RETRY_SECONDS }),
  });
}
