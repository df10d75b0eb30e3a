import { invalidParameter } from "./errors";

/** Stripe's page of a list. */
export interface Page<T> {
  object: "list";
  url: string;
  has_more: boolean;
  data: T[];
}

export interface ListInput {
  created?: { gte: number; lte: number } | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * The newest rows first, a page at a time.
 * @param rows oldest first, already filtered by what the call asks for
 * @throws StripeProblem when the limit is not 1 to 100 or a cursor is unknown
 */
export function paginate<T extends { id: string; created: number }>(
  rows: T[],
  input: ListInput,
  url: string,
): Page<T> {
  const limit = input.limit ?? 10;
  if (limit < 1 || limit > 100) {
    throw invalidParameter(
      "This value must be between 1 and 100.",
      "limit",
      "parameter_invalid_integer",
    );
  }
  const { created } = input;
  const newestFirst = rows
    .filter((row) => !created || (row.created >= created.gte && row.created <= created.lte))
    .reverse()
    .sort((a, b) => b.created - a.created);
  const indexOf = (id: string, param: string): number => {
    const index = newestFirst.findIndex((row) => row.id === id);
    if (index < 0) throw invalidParameter(`No such object: '${id}'`, param, "resource_missing");
    return index;
  };
  if (input.ending_before !== undefined) {
    const end = indexOf(input.ending_before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: newestFirst.slice(start, end) };
  }
  const start =
    input.starting_after === undefined ? 0 : indexOf(input.starting_after, "starting_after") + 1;
  return {
    object: "list",
    url,
    has_more: newestFirst.length > start + limit,
    data: newestFirst.slice(start, start + limit),
  };
}

/** Of a list within an object Stripe shows so many, the newest, and that there are more. */
const SHOWN_WITHIN = 10;

/** An object, or a page of them, with the lists within as Stripe shows them; the page itself is as long as was asked. */
export function withShortLists<T extends object>(answer: T): T {
  const shorten = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shorten);
    if (typeof value !== "object" || value === null) return value;
    const { object, data } = value as Partial<Page<unknown>>;
    const isLong = object === "list" && data !== undefined && data.length > SHOWN_WITHIN;
    return withShortLists(
      isLong ? { ...value, data: data.slice(0, SHOWN_WITHIN), has_more: true } : value,
    );
  };
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, shorten(value)]),
  ) as T;
}
