import { env } from "~/platform/env.server";
import { listVenueIds } from "~/venues/search-venues.server";

const PAGES = ["/", "/reservation", "/qui-sommes-nous", "/contact", "/CGU", "/CGV", "/politique"];

/** The public pages, for search engines. */
export async function loader(): Promise<Response> {
  const venues = (await listVenueIds()).map((id) => `/reservation/${id}`);
  const urls = [...PAGES, ...venues].map(
    (path) => `<url><loc>${new URL(path, env.APP_URL).href}</loc></url>`,
  );
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`,
    {
      headers: {
        "Content-Type": "application/xml; charset=utf-8",
        "Cache-Control": "public, max-age=3600",
      },
    },
  );
}
