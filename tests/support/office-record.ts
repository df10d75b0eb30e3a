import { Types } from "mongoose";
import { expect } from "vitest";
import { newAdmin } from "./office";
import { rendered } from "./rendered";

/** When the records are looked at. */
export const now = new Date("2026-05-20T12:00:00Z");
/** 22 h UTC: a day later in Paris. */
export const createdAt = new Date("2026-05-02T22:00:00Z");
/** The id of nothing. */
export const unknown = new Types.ObjectId().toString();
/** One that only this shape of is promised here. */
export const like = (fields: object) => expect.objectContaining(fields) as unknown;
/** The id of what is stored, as texts name it. */
export const idOf = ({ _id }: { _id: Types.ObjectId }) => _id.toString();

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
