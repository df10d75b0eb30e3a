/** Files that only some may have, and the page that offers each. */
const OFFERED_AT: readonly (readonly [file: RegExp, page: string])[] = [
  [/^\/mes-parametres\/mes-donnees$/i, "/mes-parametres/mon-compte#donnees"],
  [/^((?:\/mes-demandes|\/mes-locations\/demandes)\/[^/]+)\/agenda\.ics$/i, "$1"],
  [/^((?:\/mes-demandes|\/mes-locations\/demandes)\/[^/]+\/recu)\/[^/]+$/i, "$1"],
  [/^(\/mes-locations)\.csv$/i, "$1"],
  [/^(\/admin\/droits\/[^/]+)\/donnees$/i, "$1"],
];

/** A list of the back-office as a file: of the same rows as its page by the same filters. */
const OFFICE_LIST = /^(\/admin\/[^?]+)\.csv\/?(?=\?|$)/i;

/**
 * Where to go on to after a login, say: of a file the page that offers it. A form whose answer is a file leaves the browser
 * where it was, as if nothing had come of it.
 *
 * @param url path and query of this site, as they were asked for
 */
export function pageOf(url: string): string {
  const path = url.replace(/\/?(?:\?.*)?$/s, "");
  const offered = OFFERED_AT.find(([file]) => file.test(path));
  return offered ? path.replace(...offered) : url.replace(OFFICE_LIST, "$1");
}
