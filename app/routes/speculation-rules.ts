import { PUBLIC_PAGES } from "~/platform/web/public-pages";

/**
 * Once someone rests on the link, or begins to press it. Not a search nor a venue, whose visits are counted
 * (platform/http/count-visits.server.ts): of a page that was fetched before, the server does not hear that it is shown.
 */
const RULES = {
  prefetch: [
    {
      where: { href_matches: PUBLIC_PAGES.map((pathname) => ({ pathname, search: "" })) },
      eagerness: "moderate",
    },
  ],
};

/** The speculation rules that every page names in a header (platform/http/answer-headers.server.ts). */
export function loader(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "public, max-age=86400",
    },
  });
}
