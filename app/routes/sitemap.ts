import { keptFor } from "~/platform/concurrency/kept-for";
import { env } from "~/platform/env.server";
import { PUBLIC_PAGES } from "~/platform/web/public-pages";
import { listVenueIds } from "~/venues/search-venues.server";

/** Search engines read at most so many addresses in one sitemap. */
const MOST_ADDRESSES = 50_000;

const kept = keptFor<string>(5);

/** The public pages, for search engines. */
export async function loader(): Promise<Response> {
  const xml = await kept("", new Date(), makeSitemap);
  return new Response(xml, {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
}

async function makeSitemap(): Promise<string> {
  const ids = await listVenueIds(MOST_ADDRESSES - PUBLIC_PAGES.length);
  const venues = ids.map((id) => `/reservation/${id}`);
  const urls = [...PUBLIC_PAGES, ...venues].map(
    (path) => `<url><loc>${new URL(path, env.APP_URL).href}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}
