/** What the lists of the back-office are filtered by: how their query strings say it, and how people read it. */
import { z } from "zod";
import { formatDay } from "~/platform/days";
import { readTypedDay } from "~/platform/typed-day";
import { searchText } from "~/platform/web/fields";

/** The last day that can be written has none after it, at whose midnight it would end. */
const END_OF_DAYS = "9999-12-31";

/** A day of Paris, read as `YYYY-MM-DD` or `DD/MM/YYYY`: the former, or empty when there is none. */
export const dayFilter = z
  .string()
  .transform((typed) => readTypedDay(typed) ?? "")
  .transform((day) => (day === END_OF_DAYS ? "" : day))
  .catch("");

/** One of a list of values; empty when it is none of them. */
export function choiceFilter<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.literal("")]).catch("");
}

/** Where a page begins: what the page before it ended with. */
export const cursorParam = z.string().max(1_000).catch("");

export { searchText };

/** A filter's field in the form above a list. */
export interface FilterLook {
  kind: "search" | "choice" | "month" | "day";
  label: string;
  /** Of a choice. */
  options?: { value: string; label: string }[];
}

/** Something that a list is filtered by. */
export interface Filter<T extends z.ZodTypeAny = z.ZodTypeAny> {
  /** How the address says it; empty: not filtered by it. */
  field: T;
  look: FilterLook;
  /** What it is called while it is in force: 'E-mail : durand'. */
  nameOf: (value: string) => string;
}

/** A part of a text. */
export function search(label: string): Filter<typeof searchText> {
  return {
    field: searchText,
    look: { kind: "search", label },
    nameOf: (value) => `${label}\u00a0: ${value}`,
  };
}

/** Of a filter by the account that a list's things belong to. */
export const ACCOUNT_LABEL = "E-mail d’un compte";

/** The day of Paris on which a list's things came. */
export function day(label: string): Filter<typeof dayFilter> {
  return {
    field: dayFilter,
    look: { kind: "day", label },
    nameOf: (value) => `Le ${formatDay(value)}`,
  };
}

/** One of some values, each of which has its own name. */
export function choice<const T extends readonly [string, ...string[]]>(
  label: string,
  values: T,
  labelOf: (value: T[number]) => string,
) {
  const options = values.map((value: T[number]) => ({ value, label: labelOf(value) }));
  return {
    field: choiceFilter(values),
    look: { kind: "choice", label, options },
    nameOf: (value: string) => options.find((one) => one.value === value)?.label ?? value,
  } satisfies Filter;
}

/** The address of a list under some filters; empty ones are left out. */
export function listPath(path: string, filters: Readonly<Record<string, string>>): string {
  const said = Object.entries(filters).filter(([, value]) => value !== "");
  const query = new URLSearchParams(said).toString();
  return query ? `${path}?${query}` : path;
}
