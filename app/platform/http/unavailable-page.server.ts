import type { AppLoadContext } from "@remix-run/node";
import type { ErrorRequestHandler } from "express";
import { env } from "../env.server";
import type { Refusal } from "../refusal";
import { refusalOf } from "../web/refusal-of.server";
import type { Destination } from "./route-groups.server";
import type { Site } from "./site.server";

interface Asked {
  site: Site;
  destination: Destination;
  context?: AppLoadContext;
}

/** A path that is no page's: its route takes every address. */
const NO_PAGE = "/introuvable";

/** The page that stands for an address which has none of its own, or is closed: it tells why that is refused. */
export function standIn(site: Site, refused: Refusal | Response) {
  const render = site.render(site.destinationOf(NO_PAGE));
  return (wanted: Request, context: AppLoadContext) => render(wanted, { ...context, refused });
}

/**
 * When the database did not answer who is there, before the page's own loaders were asked: the page that
 * says so in the product's look. It is the page that was wanted, read with the same session, whose
 * person nobody can tell: every loader refuses at once, and asks the database for nothing. Likewise while the site
 * is closed for maintenance, by the page that stands for all then.
 */
export const unavailablePage: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const refusal = response.headersSent ? null : refusalOf(error);
  const { site, destination, context } = response.locals as Asked;
  const isClosed = refusal !== null && refusal === context?.closed;
  if (!refusal || (!isClosed && refusal.code !== "unavailable")) return next(refusal ?? error);
  if (request.path.startsWith("/api/") || !context) return next(refusal);
  // One behind the other: `//` would be taken for another host.
  const wanted = new Request(env.APP_URL + request.originalUrl);
  const render = isClosed ? standIn(site, refusal) : site.render(destination);
  render(wanted, context)
    .then(async (page) => {
      // An address that is no page of its own.
      if (page.status !== refusal.status) return next(refusal);
      for (const [name, value] of page.headers) response.setHeader(name, value);
      response.status(page.status).send(await page.text());
    })
    .catch(next);
};
