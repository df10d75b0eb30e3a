import type { LoaderFunctionArgs } from "@remix-run/node";
import { keptFor } from "~/platform/concurrency/kept-for";
import { env } from "~/platform/env.server";
import { PUBLIC_PAGES } from "~/platform/web/public-pages";
import { listTownPaths, listVenueIds } from "~/venues/search-venues.server";

/** Search engines read at most so many addresses in one sitemap. */
const MOST_ADDRESSES = 50_000;
/** Of towns there are no more: each is looked up among the communes, and all of them stand in the first sitemap. */
const MOST_TOWNS = 1_000;
/** The first one has the pages without a parameter, too. */
const VENUES_OF_FIRST = MOST_ADDRESSES - PUBLIC_PAGES.length - MOST_TOWNS;

interface Sitemap {
  xml: string;
  /** How many sitemaps have all addresses. */
  pages: number;
}

const kept = keptFor<Sitemap>(5);
const keptPages = keptFor<string>(5);

/**
 * The public pages, the towns that have venues and the venues, for search engines. More addresses than one sitemap takes
 * stand in several, `?page=1` and on, which the bare address then names.
 */
export async function loader({ request }: Pick<LoaderFunctionArgs, "request">): Promise<Response> {
  const asked = new URL(request.url).searchParams.get("page");
  const now = new Date();
  const { xml, pages } = await kept("", now, makeSitemap);
  if (asked === null) return answer(xml);
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : Infinity;
  if (page > pages) return noSuchPage();
  return answer(await keptPages(String(page), now, () => makePage(page)));
}

function answer(xml: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

function noSuchPage(): Response {
  return new Response("Le plan du site n’a pas de page de ce numéro.", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** What the bare address answers: all addresses, or which sitemaps have them. */
async function makeSitemap(): Promise<Sitemap> {
  const first = await venuesOf(1);
  let pages = 1;
  if (first.length === VENUES_OF_FIRST) {
    while ((await listVenueIds(1, newerThan(pages + 1))).length > 0) pages += 1;
  }
  if (pages === 1) return { xml: urlset([...(await pagesOfFirst()), ...first]), pages };
  const sitemaps = Array.from({ length: pages }, (_, index) => `/sitemap.xml?page=${index + 1}`);
  const places = sitemaps.map((path) => `<sitemap>${placed(path)}</sitemap>`).join("");
  return { xml: `<sitemapindex ${SCHEMA}>${places}</sitemapindex>`, pages };
}

/** @param page from 1 */
async function makePage(page: number): Promise<string> {
  return urlset([...(page === 1 ? await pagesOfFirst() : []), ...(await venuesOf(page))]);
}

/** The paths that stand before the venues, on the first sitemap. */
async function pagesOfFirst(): Promise<string[]> {
  return [...PUBLIC_PAGES, ...(await listTownPaths(MOST_TOWNS))];
}

/** The paths of the venues of one sitemap, the newest on the first. */
async function venuesOf(page: number): Promise<string[]> {
  const most = page === 1 ? VENUES_OF_FIRST : MOST_ADDRESSES;
  const ids = await listVenueIds(most, newerThan(page));
  return ids.map((id) => `/reservation/${id}`);
}

/** How many venues stand on the pages before one. */
const newerThan = (page: number) =>
  page === 1 ? 0 : VENUES_OF_FIRST + (page - 2) * MOST_ADDRESSES;

const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const placed = (path: string) => `<loc>${new URL(path, env.APP_URL).href}</loc>`;

function urlset(paths: readonly string[]): string {
  return `<urlset ${SCHEMA}>${paths.map((path) => `<url>${placed(path)}</url>`).join("")}</urlset>`;
}
