/**
 * What the lists of the back-office are filtered by as programs say it. A page leaves out what it cannot read; a program
 * would take all that it is answered for what it asked for, and is refused (decisions/024).
 */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { choiceFilter, dayFilter, searchText } from "./filters";

const MOST = 100;

/** A part of a text, or the whole of an address. */
export const searchCall = z
  .string()
  .max(MOST)
  .transform((text) => searchText.parse(text))
  .default("");

/** A day of Paris. */
export const dayCall = withFacts(
  z
    .string()
    .refine((text) => text === "" || dayFilter.parse(text) !== "")
    .transform((text) => dayFilter.parse(text))
    .default(""),
  {
    description: "A day of Paris, YYYY-MM-DD, or DD/MM/YYYY.",
    pattern: "^(?:\\d{4}-\\d{2}-\\d{2}|\\d{2}/\\d{2}/\\d{4})$",
  },
);

/** One of a list of values. */
export function choiceCall<const T extends readonly [string, ...string[]]>(values: T) {
  return choiceFilter(values).removeCatch().default("");
}

/** Where a page begins: what the page before it answered as `next`, and nothing else (`cursorPage`). */
export const cursorCall = z.string().max(1_000).default("");
