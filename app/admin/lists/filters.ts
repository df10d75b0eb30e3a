/** What the lists of the back-office are filtered by, as their query strings say it. */
import { z } from "zod";
import { parseDay } from "~/platform/days";
import { searchText } from "~/platform/web/fields";

/** A day of Paris, `YYYY-MM-DD`; empty when there is none. */
export const dayFilter = z
  .string()
  .transform((text) => parseDay(text.trim()) ?? "")
  .catch("");

/** One of a list of values; empty when it is none of them. */
export function choiceFilter<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.literal("")]).catch("");
}

/** Where a page begins: what the page before it ended with. */
export const cursorParam = z.string().max(1_000).catch("");

export { searchText };

/** The address of a list under some filters; empty ones are left out. */
export function listPath(path: string, filters: Readonly<Record<string, string>>): string {
  const said = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(said).toString();
  return query ? `${path}?${query}` : path;
}
