import { leftBehind } from "./left-behind";
import { rendered } from "./rendered";
import type { Visitor } from "./visitor";

/** A cookie without its value, which is made at random or signed; of a message the words. */
function said(cookie: string): string {
  const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
  const [data = ""] = decodeURIComponent(value).split(".");
  const words = name === "toast" ? Buffer.from(data, "base64").toString() : "…";
  return `${name}=${words}${attributes}`;
}

/** Sends a page's form; what it answers, and what is different in the database afterwards. */
export async function sent(
  visitor: Visitor,
  path: string,
  form: Record<string, string>,
  now: Date,
): Promise<string> {
  const answered: unknown[] = [];
  const left = await leftBehind(async () => {
    const { status, headers } = await rendered(visitor, path, form);
    answered.push(status, headers.get("location"), ...headers.getSetCookie().map(said));
  }, now);
  return `${answered.join("\n")}\n${left}`;
}
