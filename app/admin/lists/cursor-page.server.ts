import mongoose, { trusted, type Model, type QueryFilter, type Types } from "mongoose";
import { FRENCH } from "@models/define";
import { addDays, parisMidnight, type Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { readCursor, writeCursor, type Cursor, type CursorValue } from "./cursor.server";
import { sortOf, type ListOrder, type Sort } from "./orders";

/** Rows of a page. */
export const PAGE_SIZE = 50;
/** A list's rows are counted so far: beyond it says 'plus de 1 000', and costs nothing more. */
const COUNTED = 1_000;
/** How long the database looks for a page. Only a filter that finds next to nothing in millions of rows takes it. */
export const MOST_MS = 5_000;

export interface CursorPage<Row> {
  rows: Row[];
  /** The rank of the first row, from 1. */
  first: number;
  /** Where the next page begins; empty on the last. */
  next: string;
  /** How many rows the filter finds, `COUNTED` at most. */
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

/** The fields of `T` that hold an instant, always or sometimes. */
export type InstantOf<T> = {
  [K in keyof T & string]: Date extends T[K] ? K : never;
}[keyof T & string];

interface ListQuery<T> {
  filter: QueryFilter<T>;
  /** The fields that a row needs, beside its instant. */
  fields: string;
  /** As `next` of the page before gave it; anything else begins at the start, of a page. */
  cursor: string;
  /** A program asks, which would read the first page again and again, and is refused. */
  isCall?: true;
  /** The instant that the list is sorted by where no other order is chosen. */
  by?: InstantOf<T>;
  /** Absent: the newest first. */
  order?: ListOrder | undefined;
}

/**
 * One page of a list. A page costs the same wherever it lies: it begins at a place of the order's index,
 * not after so many rows to skip. (So MongoDB does it. The embedded engine reads the whole collection
 * for any sort and any count: docs/decisions/041.)
 *
 * @throws Refusal("list_too_long") when the filter took the database too long, Refusal("cursor_unreadable") to a program
 */
export async function cursorPage<T extends { _id: Types.ObjectId | string }>(
  model: Model<T>,
  query: ListQuery<T>,
): Promise<CursorPage<T>> {
  const sort = sortOf(query.order, query.by ?? "createdAt");
  const start = readCursor(query.cursor, sort.keys.length);
  if (query.isCall && query.cursor && !start) throw new Refusal("cursor_unreadable");
  try {
    return await pageFrom(model, query, sort, start);
  } catch (error) {
    // A cursor of another list, or one that somebody wrote: the list begins at its start.
    if (start && error instanceof mongoose.Error.CastError) {
      if (query.isCall) throw new Refusal("cursor_unreadable", { cause: error });
      return await pageFrom(model, query, sort, null);
    }
    throw error;
  }
}

async function pageFrom<T extends { _id: Types.ObjectId | string }>(
  model: Model<T>,
  { filter, fields }: ListQuery<T>,
  sort: Sort,
  start: Cursor | null,
): Promise<CursorPage<T>> {
  const from = start ? { $and: [filter, after(sort, start.values)] } : filter;
  const [found, counted] = await inTime([
    sorted(model, from, `${fields} ${fieldsOf(sort)}`, sort)
      .limit(PAGE_SIZE + 1)
      .maxTimeMS(MOST_MS)
      .lean<T[]>(),
    model.countDocuments(filter, { limit: COUNTED + 1, maxTimeMS: MOST_MS }),
  ]);
  const rows = found.slice(0, PAGE_SIZE);
  const first = start?.rank ?? 1;
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    rows,
    first,
    next: last ? writeCursor({ values: valuesOf(last, sort), rank: first + PAGE_SIZE }) : "",
    total: Math.min(counted, COUNTED),
    isMore: counted > COUNTED,
  };
}

/** MongoDB's code of what took longer than it may. */
const OUT_OF_TIME = 50;

export function isOutOfTime(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === OUT_OF_TIME;
}

async function inTime<T extends unknown[]>(work: { [K in keyof T]: PromiseLike<T[K]> }) {
  try {
    return (await Promise.all(work)) as T;
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    throw new Refusal("list_too_long", { cause: error });
  }
}

/** The same page of what its rows show. */
export function mapPage<A, B>(page: CursorPage<A>, show: (row: A) => B): CursorPage<B> {
  return { ...page, rows: page.rows.map(show) };
}

/** How many rows of a file are read at once, with what they speak of. */
export const CHUNK = 200;

/** All rows of a list in its order, read as they are needed. */
export async function* eachRow<T extends { _id: Types.ObjectId | string }>(
  model: Model<T>,
  { filter, fields, by, order }: Omit<ListQuery<T>, "cursor">,
): AsyncGenerator<T> {
  const rows = sorted(model, filter, fields, sortOf(order, by ?? "createdAt")).lean<T[]>();
  for await (const row of rows.cursor({ batchSize: CHUNK })) yield row;
}

/** Each of a list's rows as `show` makes it, which is given some hundreds of them at a time: what they speak of is read at once. */
export async function* eachShown<A, B>(
  rows: AsyncIterable<A>,
  show: (some: readonly A[]) => Promise<readonly B[]>,
): AsyncGenerator<B> {
  let chunk: A[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield* await show(chunk);
    chunk = [];
  }
  yield* await show(chunk);
}

/** The instants of a day of Paris. */
export function within(day: Day) {
  return trusted({ $gte: parisMidnight(day), $lt: parisMidnight(addDays(day, 1)) });
}

function sorted<T>(model: Model<T>, filter: QueryFilter<T>, fields: string, sort: Sort) {
  const query = model.find(filter, fields).sort(Object.fromEntries(sort.keys));
  return sort.inFrench ? query.collation(FRENCH) : query;
}

function fieldsOf({ keys }: Sort): string {
  return keys
    .map(([field]) => field)
    .filter((field) => field !== "_id")
    .join(" ");
}

function valuesOf(row: object, { keys }: Sort): CursorValue[] {
  return keys.map(([field]) => Reflect.get(row, field) as CursorValue);
}

/**
 * What comes after a row of these values: the range of the first key for the index; then, among rows with the same
 * one, those whose next key lies further on.
 */
function after({ keys }: Sort, values: readonly CursorValue[]): QueryFilter<unknown> {
  const [[field, direction]] = keys as [Sort["keys"][number]];
  return {
    [field]: trusted({ [direction === 1 ? "$gte" : "$lte"]: values[0] }),
    $or: keys.map(([last, way], index) => ({
      ...Object.fromEntries(keys.slice(0, index).map(([before], at) => [before, values[at]])),
      [last]: trusted({ [way === 1 ? "$gt" : "$lt"]: values[index] }),
    })),
  };
}
