import type { AppLoadContext } from "@remix-run/node";
import type { Request, RequestHandler } from "express";
import type { VisitName } from "@models/day-count";
import { countVisit, foundNothing } from "../visits.server";

/** What a response's `locals` hold once it is asked who is there. */
interface Guarded {
  context?: AppLoadContext;
}

/** Every browser's name begins so; a library's or an application's own does not. */
const BROWSER = "Mozilla/";
/**
 * Programs that begin like a browser and say all the same that they are none, by a name or by `compatible; …`, which of the browsers
 * only old ones of Microsoft do. Those who do not say it are counted.
 */
const PROGRAMS =
  /bot|crawl|spider|slurp|preview|monitor|curl|wget|python|headless|externalhit|GoogleOther|Mediapartners|compatible; (?!MSIE)/i;
const VENUE = /^\/reservation\/[0-9a-f]{24}$/;

/**
 * Counts searches and venues that people are shown. It stands before the page cache, so that kept pages
 * count like others; what a browser fetches beforehand does not.
 */
export const countVisits: RequestHandler = (request, response, next) => {
  const name = visitOf(request);
  if (name) {
    response.on("finish", () => {
      // An administrator's look through somebody's eyes is no visit.
      if ((response.locals as Guarded).context?.session.knownView) return;
      if (response.statusCode !== 200 && response.statusCode !== 304) return;
      const now = new Date();
      countVisit(name, now);
      if (name === "search" && foundNothing(request.originalUrl)) countVisit("search_empty", now);
    });
  }
  next();
};

/** What narrows the listing down, of the fields of its search (`searchFields`, which this room does not know). */
export const FILTERS = [
  ...["city", "minPrice", "maxPrice", "start", "end", "people", "capacity", "type", "equipment"],
];

/** A search is the listing's first page with at least one filter: not an order, nor what a campaign adds to a link. */
function visitOf(request: Request): VisitName | null {
  if (request.method !== "GET" || request.get("sec-purpose")?.includes("prefetch")) return null;
  const agent = request.get("user-agent") ?? "";
  if (!agent.startsWith(BROWSER) || PROGRAMS.test(agent)) return null;
  if (VENUE.test(request.path)) return "venue";
  const { query } = request;
  const isFiltered = FILTERS.some((name) => [query[name]].flat().some(Boolean));
  const isSearch = request.path === "/reservation" && isFiltered && !("page" in query);
  return isSearch ? "search" : null;
}
