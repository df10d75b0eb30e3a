/**
 * Pages that anyone may see and that change nothing: a browser may fetch one before its link is followed. Not
 * those whose visits are counted (platform/http/count-visits.server.ts): of a page that was fetched before, the
 * server does not hear that it is shown.
 */
const READY_BEFORE = [
  ...["/", "/reservation", "/contact", "/qui-sommes-nous", "/mentions-legales"],
  ...["/CGU", "/CGV", "/politique", "/accessibilite"],
];

/** Once someone rests on the link, or begins to press it. */
const RULES = {
  prefetch: [
    {
      where: { href_matches: READY_BEFORE.map((pathname) => ({ pathname, search: "" })) },
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
