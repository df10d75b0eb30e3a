/**
 * The listing's search, as it stands in the query string: a search can be shared, comes from a
 * plain GET form, and is never refused. What cannot be read is left out, and said.
 */
import { z } from "zod";
import { CAPACITY_CODES, EQUIPMENT, VENUE_TYPES } from "@models/enumerations";
import { compareDays, daysBetween, parseDay, parseFrenchDay, type Day } from "~/platform/days";
import { parseEuros } from "~/platform/money";

/** Prices that the filter takes for granted, in euros. */
const DEFAULT_PRICES = { min: 0, max: 99_999 } as const;
/** Results are counted up to here, and no page lies beyond. */
export const MAX_COUNTED = 1_000;
export const PAGE_SIZE = 20;
const LONGEST_SEARCH_DAYS = 366;

export const SORTS = ["recent", "price-asc", "price-desc"] as const;
export type Sort = (typeof SORTS)[number];

const price = z
  .string()
  .trim()
  .transform((typed, context) => {
    const cents = parseEuros(typed);
    if (cents !== null) return Math.min(cents, DEFAULT_PRICES.max * 100);
    context.addIssue({ code: "custom", message: "Saisissez un prix en euros, par exemple 250." });
    return z.NEVER;
  });

const day = z
  .string()
  .trim()
  .transform((typed, context): Day => {
    const read = parseDay(typed) ?? parseFrenchDay(typed);
    if (read !== null) return read;
    context.addIssue({ code: "custom", message: "Saisissez une date au format JJ/MM/AAAA." });
    return z.NEVER;
  });

/** Each field of the form by itself. Prices are cents once read, days YYYY-MM-DD. */
export const searchFields = {
  city: z.string().trim().max(100, "Ce nom de ville est trop long."),
  minPrice: price,
  maxPrice: price,
  start: day,
  end: day,
  capacity: z.enum(CAPACITY_CODES, { message: "Cette capacité n’existe pas." }),
  type: z.enum(VENUE_TYPES, { message: "Ce type de lieu n’existe pas." }),
  equipment: z.enum(EQUIPMENT, { message: "Cet équipement n’existe pas." }),
  sort: z.enum(SORTS, { message: "Ce tri n’existe pas." }),
  page: z.coerce
    .number({ message: "Cette page n’existe pas." })
    .int("Cette page n’existe pas.")
    .min(1, "Cette page n’existe pas.")
    .max(MAX_COUNTED / PAGE_SIZE, "Affinez votre recherche pour voir d’autres lieux."),
};

/** A search that has been read: absent fields filter nothing. */
export interface VenueSearch {
  city?: string;
  /** Cents. */
  minPrice?: number;
  maxPrice?: number;
  /** Both or neither. */
  start?: Day;
  end?: Day;
  capacity?: (typeof CAPACITY_CODES)[number];
  types: (typeof VENUE_TYPES)[number][];
  equipment: (typeof EQUIPMENT)[number][];
  sort: Sort;
  /** From 1. */
  page: number;
}

/** The days that can be asked for, both included. */
export interface DayLimits {
  earliest: Day;
  latest: Day;
}

export interface ReadSearch {
  search: VenueSearch;
  /** What was left out and why, for the person who searches; empty when all was clear. */
  notices: string[];
}

/** Reads a query string. Never throws. */
export function readSearch(params: URLSearchParams, limits: DayLimits): ReadSearch {
  const notices = new Set<string>();
  const one = <T>(name: keyof typeof searchFields, schema: z.ZodType<T, z.ZodTypeDef, unknown>) => {
    const typed = params.get(name);
    return typed === null || typed.trim() === "" ? undefined : checked(schema, typed, notices);
  };
  const many = <T>(name: keyof typeof searchFields, schema: z.ZodType<T, z.ZodTypeDef, unknown>) =>
    [...new Set(params.getAll(name))].flatMap((typed) => checked(schema, typed, notices) ?? []);

  const search: VenueSearch = {
    city: one("city", searchFields.city),
    ...readPrices(one("minPrice", price), one("maxPrice", price), notices),
    ...readDays(one("start", day), one("end", day), limits, notices),
    capacity: one("capacity", searchFields.capacity),
    types: many("type", searchFields.type),
    equipment: many("equipment", searchFields.equipment),
    sort: one("sort", searchFields.sort) ?? "recent",
    page: one("page", searchFields.page) ?? 1,
  };
  return { search, notices: [...notices] };
}

/** The shortest query string of a search ('' or '?city=Lyon&page=2'), the same for equal searches. */
export function searchQuery(search: VenueSearch): string {
  const params = new URLSearchParams();
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined) params.append(name, value);
  };
  add("city", search.city);
  add("minPrice", eurosText(search.minPrice));
  add("maxPrice", eurosText(search.maxPrice));
  add("start", search.start);
  add("end", search.end);
  add("capacity", search.capacity);
  for (const type of VENUE_TYPES) if (search.types.includes(type)) add("type", type);
  for (const item of EQUIPMENT) if (search.equipment.includes(item)) add("equipment", item);
  if (search.sort !== "recent") add("sort", search.sort);
  if (search.page > 1) add("page", String(search.page));
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** Whether anything narrows the list down. */
export function isFiltered(search: VenueSearch): boolean {
  return searchQuery({ ...search, sort: "recent", page: 1 }) !== "";
}

/** An amount as it is typed: 25000 → '250', 25050 → '250.5'. */
export function eurosText(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : String(cents / 100);
}

function checked<T>(
  schema: z.ZodType<T, z.ZodTypeDef, unknown>,
  typed: string,
  notices: Set<string>,
): T | undefined {
  const result = schema.safeParse(typed);
  if (result.success) return result.data;
  notices.add(result.error.issues[0]?.message ?? "Un critère n’a pas été compris.");
  return undefined;
}

function readPrices(min: number | undefined, max: number | undefined, notices: Set<string>) {
  if (min !== undefined && max !== undefined && min > max) {
    notices.add("Le prix minimum dépassait le prix maximum\u00a0: nous les avons échangés.");
    return { minPrice: max, maxPrice: min };
  }
  return {
    minPrice: min === DEFAULT_PRICES.min ? undefined : min,
    maxPrice: max === DEFAULT_PRICES.max * 100 ? undefined : max,
  };
}

function readDays(
  start: Day | undefined,
  end: Day | undefined,
  { earliest, latest }: DayLimits,
  notices: Set<string>,
): { start?: Day; end?: Day } {
  if (start === undefined && end === undefined) return {};
  // One date alone asks for that day.
  const days = [start ?? end!, end ?? start!].sort(compareDays);
  const [first, last] = [days[0]!, days[1]!];
  if (compareDays(first, earliest) < 0) {
    notices.add("La première date possible est demain\u00a0: les dates n’ont pas été retenues.");
    return {};
  }
  if (compareDays(last, latest) > 0) {
    notices.add("Les réservations sont ouvertes jusqu’à 18 mois à l’avance.");
    return {};
  }
  if (daysBetween(first, last) >= LONGEST_SEARCH_DAYS) {
    notices.add("Une réservation dure 366 jours au plus.");
    return {};
  }
  return { start: first, end: last };
}
