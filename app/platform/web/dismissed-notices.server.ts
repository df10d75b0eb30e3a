/** Which banners a browser has put away: a cookie of ids, which says nothing about anybody. */
import { digestOf } from "../digest.server";
import { isProduction } from "../env.server";
import type { Notice } from "../site-state";

const NAME = "bandeaux";
const DAYS = 30;
/** More banners at once there are not. */
const MOST = 20;
const AN_ID = /^[\w-]{1,40}$/;

/** What a browser calls a banner that it puts away: once it says something else, or at another time, it is another one. */
export function dismissalId({ id, kind, text, link, from, until }: Notice): string {
  return digestOf([id, kind, text, link, from, until]).slice(0, 22);
}

export function dismissedNotices({ headers }: Pick<Request, "headers">): string[] {
  const pairs = headers.get("cookie")?.split(/; */) ?? [];
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
  return value.split(".").filter((id) => AN_ID.test(id));
}

/** The cookie that puts one more away. */
export function dismissalOf(id: string, request: Pick<Request, "headers">): string {
  const ids = [id, ...dismissedNotices(request).filter((one) => one !== id)].slice(0, MOST);
  return `${NAME}=${ids.join(".")}; Path=/; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Lax${isProduction ? "; Secure" : ""}`;
}
