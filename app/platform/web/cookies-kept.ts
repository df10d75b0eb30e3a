/**
 * Whether a browser keeps the cookie that a login gave it. One that has shown none yet is led by the login's page once more, which
 * leads on where the cookie came along, and else says that it did not. Every other login goes where it leads at once.
 */
import { safePath } from "./safe-path";

export const LOGIN = "/connexion";
const MARK = "cookies";
const AWAITED = "attendus";

/** Where somebody who has just logged in goes next. @param to a path of this site */
export function byCookieCheck(to: string, { headers }: Pick<Request, "headers">): string {
  // A program that logs in sends no such header, and reads no page.
  if (headers.has("cookie") || !headers.has("sec-fetch-site")) return to;
  return `${LOGIN}?${new URLSearchParams({ vers: to, [MARK]: AWAITED }).toString()}`;
}

/** Where somebody who is logged in by now goes on. @param query of the login's page; null: it is not the check */
export function afterCookieCheck(query: URLSearchParams): string | null {
  return query.get(MARK) === AWAITED ? safePath(query.get("vers")) : null;
}

/** Whether the cookie of a login did not come back. @param query of the login's page */
export function isCookieLost(query: URLSearchParams, { headers }: Pick<Request, "headers">) {
  return !headers.has("cookie") && afterCookieCheck(query) !== null;
}
