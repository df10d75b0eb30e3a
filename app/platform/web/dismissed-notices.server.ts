/** Which banners a browser has put away: a cookie of ids, which says nothing about anybody. */
import { isProduction } from "../env.server";

const NAME = "bandeaux";
const DAYS = 30;
/** More banners at once there are not. */
const MOST = 20;
const AN_ID = /^[\w-]{1,40}$/;

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
