/**
 * The listing's search, as it stands in the query string: a search can be shared, comes from a
 * plain GET form, and is never refused. What cannot be read is left out, and said beside its field.
 */
import { z } from "zod";
import { CAPACITY_CODES, EQUIPMENT, VENUE_TYPES } from "@models/enumerations";
import { isTooLongToHold } from "~/rules/hold-limits";
import { firstCharacters } from "~/platform/cut-text";
import { compareDays, type Day } from "~/platform/days";
import { foldText } from "~/platform/fold-text";
import { centsToEuros, parseEuros } from "~/platform/money";
import { refusalMessage } from "~/platform/refusal";
import { withoutUnseen } from "~/platform/seen-text";
import { readTypedDay } from "~/platform/typed-day";

/** Prices that the filter takes for granted, in cents. */
const DEFAULT_PRICES = { min: 0, max: 9_999_900 } as const;
/** Results are counted up to here, and no page lies beyond. */
export const MAX_COUNTED = 1_000;
export const PAGE_SIZE = 20;

export const SORTS = ["recent", "price-asc", "price-desc", "rating"] as const;
export type Sort = (typeof SORTS)[number];

const price = z
  .string()
  .trim()
  .transform((typed, context) => {
    const cents = parseEuros(withoutUnseen(typed));
    if (cents !== null) return Math.min(cents, DEFAULT_PRICES.max);
    context.addIssue({ code: "custom", message: "Saisissez un prix en euros, par exemple 250." });
    return z.NEVER;
  });

const day = z
  .string()
  .trim()
  .transform((typed, context): Day => {
    const read = readTypedDay(typed);
    if (read !== null) return read;
    context.addIssue({ code: "custom", message: "Saisissez une date au format JJ/MM/AAAA." });
    return z.NEVER;
  });

const PEOPLE = "Saisissez un nombre de personnes, par exemple 80.";
/** A number as it is written, '1 000' or '1.000', as it is counted. */
const withoutThousands = (typed: unknown) =>
  typeof typed === "string"
    ? withoutUnseen(typed).replace(/(?<=\d)[\s.](?=\d{3}(?!\d))/g, "")
    : typed;
const people = z.coerce.number({ message: PEOPLE }).int(PEOPLE).min(1, PEOPLE).max(100_000, PEOPLE);
const PAGE = "Cette page n’existe pas.";
/** A page of any list. */
export const pageField = z.coerce.number({ message: PAGE }).int(PAGE).min(1, PAGE);
const LAST_PAGE = MAX_COUNTED / PAGE_SIZE;

/** Each field of the form by itself. Prices are cents once read, days YYYY-MM-DD. */
export const searchFields = {
  city: z
    .string()
    .trim()
    .max(100, "Ce nom de ville est trop long.")
    .refine(
      (typed) => foldText(typed) !== "",
      "Saisissez une ville ou un code postal, par exemple Lyon.",
    ),
  minPrice: price,
  maxPrice: price,
  start: day,
  end: day,
  /** How many the venue must have room for. */
  people: z.preprocess(withoutThousands, people),
  capacity: z.enum(CAPACITY_CODES, { message: "Cette capacité n’existe pas." }),
  type: z.enum(VENUE_TYPES, { message: "Ce type de lieu n’existe pas." }),
  equipment: z.enum(EQUIPMENT, { message: "Cet équipement n’existe pas." }),
  sort: z.enum(SORTS, { message: "Ce tri n’existe pas." }),
  page: pageField.max(LAST_PAGE, "Affinez votre recherche pour voir d’autres lieux."),
};

/** Fields that people fill in by hand: what is wrong with them is said beside them. */
const TYPED_FIELDS = ["city", "start", "end", "people", "minPrice", "maxPrice"] as const;
export type TypedField = (typeof TYPED_FIELDS)[number];
const isTyped = (name: string): name is TypedField =>
  (TYPED_FIELDS as readonly string[]).includes(name);

/** A search that has been read: absent fields filter nothing. */
export interface VenueSearch {
  city?: string;
  /** Cents for one whole day, the service fee included. */
  minPrice?: number;
  maxPrice?: number;
  /** Both or neither. */
  start?: Day;
  end?: Day;
  /** Venues that have room for so many: the capacity that holds them, and the larger ones. */
  people?: number;
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
  /** Why what was typed in a field was left out, in the order of the form. */
  errors: Partial<Record<TypedField, string>>;
  /** What was typed in those fields, to be corrected, and in the other one where two belong together. */
  typed: Partial<Record<TypedField, string>>;
  /** What else was left out or put right, for the person who searches. */
  notices: string[];
  /** Why days that could be read cannot be asked for. */
  against: DaysAgainst | null;
}

/** Reads a query string. Never throws. */
export function readSearch(params: URLSearchParams, limits: DayLimits): ReadSearch {
  const notices = new Set<string>();
  const errors: ReadSearch["errors"] = {};
  const typed: ReadSearch["typed"] = {};
  const keep = (name: TypedField) => {
    typed[name] = firstCharacters(params.get(name) ?? "", 100);
  };
  const tell: Tell = (name, message) => {
    if (!isTyped(name)) return void notices.add(message);
    errors[name] ??= message;
    keep(name);
  };
  const read = <T>(name: SearchField, schema: Schema<T>, text: string) => {
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    tell(name, result.error.issues[0]?.message ?? "Un critère n’a pas été compris.");
    return undefined;
  };
  const one = <T>(name: SearchField, schema: Schema<T>) => {
    const text = params.get(name) ?? "";
    return text.trim() === "" ? undefined : read(name, schema, text);
  };
  const many = <T>(name: SearchField, schema: Schema<T>) =>
    [...new Set(params.getAll(name))].flatMap((text) => read(name, schema, text) ?? []);

  let against: DaysAgainst | null = null;
  const tellOfDays = (code: DaysAgainst) => {
    against = code;
    tell(DAYS_FIELD[code], code === "too_early" ? TOO_EARLY : refusalMessage(code));
  };
  const days = () => {
    const [start, end] = [one("start", day), one("end", day)];
    // One day that nobody understands leaves the other one without its meaning.
    const both = errors.start || errors.end ? {} : readDays(start, end, limits, tellOfDays);
    if (errors.start || errors.end) {
      keep("start");
      keep("end");
    }
    return both;
  };

  // In the order of the form, in which what is wrong is told.
  const search: VenueSearch = {
    city: one("city", searchFields.city),
    ...days(),
    people: one("people", searchFields.people),
    ...readPrices(one("minPrice", price), one("maxPrice", price), notices),
    capacity: one("capacity", searchFields.capacity),
    types: many("type", searchFields.type),
    equipment: many("equipment", searchFields.equipment),
    sort: one("sort", searchFields.sort) ?? "recent",
    page: Math.min(one("page", pageField) ?? 1, LAST_PAGE),
  };
  return { search, errors, typed, notices: [...notices], against };
}

/** A query string without the fields that were left empty; null when it has none such. */
export function withoutBlanks(params: URLSearchParams): URLSearchParams | null {
  const filled = [...params].filter(([, text]) => text.trim() !== "");
  return filled.length === params.size ? null : new URLSearchParams(filled);
}

type SearchField = keyof typeof searchFields;
type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;
/** Says to whoever searches why something of a field was left out. */
type Tell = (name: SearchField, message: string) => void;

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
  add("people", search.people?.toString());
  add("capacity", search.capacity);
  for (const type of VENUE_TYPES) if (search.types.includes(type)) add("type", type);
  for (const item of EQUIPMENT) if (search.equipment.includes(item)) add("equipment", item);
  if (search.sort !== "recent") add("sort", search.sort);
  if (search.page > 1) add("page", String(search.page));
  const query = params.toString();
  return query === "" ? "" : `?${query}`;
}

/** The address of the listing with a search. */
export function listingPath(search: VenueSearch): string {
  return `/reservation${searchQuery(search)}`;
}

/** The same venues on a map. */
export function mapPath(search: VenueSearch): string {
  return `/reservation/carte${searchQuery(search)}`;
}

/** A query string as it was asked at another page, so that what is wrong with it is said there too. */
export function atPage(params: URLSearchParams, page: number): string {
  const moved = new URLSearchParams(params);
  // The first page's address is the list's own.
  if (page === 1) moved.delete("page");
  else moved.set("page", String(page));
  return moved.size > 0 ? `?${moved.toString()}` : "";
}

/** Whether anything narrows the list down. */
export function isFiltered(search: VenueSearch): boolean {
  return searchQuery({ ...search, sort: "recent", page: 1 }) !== "";
}

/** An amount as it is typed: 25000 → '250', 25050 → '250.5'. */
export function eurosText(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : String(centsToEuros(cents));
}

function readPrices(min: number | undefined, max: number | undefined, notices: Set<string>) {
  if (min !== undefined && max !== undefined && min > max) {
    notices.add("Le prix minimum dépassait le prix maximum\u00a0: nous les avons échangés.");
    return { minPrice: max, maxPrice: min };
  }
  return {
    minPrice: min === DEFAULT_PRICES.min ? undefined : min,
    maxPrice: max === DEFAULT_PRICES.max ? undefined : max,
  };
}

function readDays(
  start: Day | undefined,
  end: Day | undefined,
  { earliest, latest }: DayLimits,
  tell: (code: DaysAgainst) => void,
): { start?: Day; end?: Day } {
  if (start === undefined && end === undefined) return {};
  // One date alone asks for that day.
  const days = [start ?? end!, end ?? start!].sort(compareDays);
  const [first, last] = [days[0]!, days[1]!];
  const against = daysAgainst(first, last, { earliest, latest });
  if (against === null) return { start: first, end: last };
  tell(against);
  return {};
}

type DaysAgainst = "too_early" | "too_late" | "hold_too_long";

/** Why days cannot be searched for; null when they can. */
function daysAgainst(first: Day, last: Day, limits: DayLimits): DaysAgainst | null {
  if (compareDays(first, limits.earliest) < 0) return "too_early";
  if (compareDays(last, limits.latest) > 0) return "too_late";
  return isTooLongToHold({ startDate: first, endDate: last }) ? "hold_too_long" : null;
}

/** The field at which it is said. */
export const DAYS_FIELD = {
  too_early: "start",
  too_late: "end",
  hold_too_long: "end",
} as const satisfies Record<DaysAgainst, TypedField>;

/** Instead of the refusal's own words: a search goes on without its days, where a reservation stops. */
const TOO_EARLY = "La première date possible est demain\u00a0: les dates n’ont pas été retenues.";
