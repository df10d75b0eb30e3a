import type { AppLoadContext } from "@remix-run/node";
import type { ErrorRequestHandler } from "express";
import { env } from "../env.server";
import { refusalOf } from "../web/refusal-of.server";
import type { Destination } from "./route-groups.server";
import type { Site } from "./site.server";

interface Asked {
  site: Site;
  destination: Destination;
  context?: AppLoadContext;
}

/**
 * When the database did not answer who is there, before the page's own loaders were asked: the page that
 * says so in the product's look. It is the page that was wanted, read with the same session, whose
 * person nobody can tell: every loader refuses at once, and asks the database for nothing.
 */
export const unavailablePage: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const refusal = response.headersSent ? null : refusalOf(error);
  const { site, destination, context } = response.locals as Asked;
  if (refusal?.code !== "unavailable" || request.path.startsWith("/api/") || !context) {
    return next(refusal ?? error);
  }
  const wanted = new Request(new URL(request.originalUrl, env.APP_URL));
  site
    .render(destination)(wanted, context)
    .then(async (page) => {
      // An address that is no page of its own.
      if (page.status !== refusal.status) return next(refusal);
      for (const [name, value] of page.headers) response.setHeader(name, value);
      response.status(page.status).send(await page.text());
    })
    .catch(next);
};
