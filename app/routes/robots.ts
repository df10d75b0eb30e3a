import { env } from "~/platform/env.server";

/** What is behind a login or a link of somebody's own. */
const PRIVATE = [
  ...["/admin", "/api/", "/connexion", "/mes-", "/profil", "/testpage"],
  ...["/demandes/", "/changements/", "/attente/", "/signaler/", "/recours/"],
  "/reinitialisation-mot-de-passe/",
];

/**
 * What search engines are asked to leave alone, and where the sitemap is. Not the calendars, which readers that obey this
 * are to ask for: each of them says itself that it is not to be listed.
 */
export function loader(): Response {
  const rules = PRIVATE.map((path) => `Disallow: ${path}`).join("\n");
  const sitemap = new URL("/sitemap.xml", env.APP_URL).href;
  return new Response(`User-agent: *\n${rules}\n\nSitemap: ${sitemap}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
