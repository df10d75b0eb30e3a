import { expect } from "vitest";
import { newAdmin } from "./office";
import { rendered } from "./rendered";

/** Euros and figures with their units, without the no-break spaces, to be read. */
export const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

/** All texts within what a page reads. */
function textsIn(read: unknown): string[] {
  if (typeof read === "string") return [read];
  if (typeof read !== "object" || read === null) return [];
  return Object.values(read).flatMap(textsIn);
}

/** What of a record its page does not say as it was read, as an administrator sees it. */
export async function leftOut(
  path: string,
  record: object,
  besides: string[] = [],
): Promise<string[]> {
  const admin = await newAdmin();
  const response = await rendered(admin.visitor, path);
  expect(response.status).toBe(200);
  const html = (await response.text()).replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  for (const text of besides) expect(plain(html)).toContain(text);
  return [...new Set(textsIn(record))].filter((text) => !html.includes(text));
}
