import { trusted, Types, type Model, type QueryFilter } from "mongoose";
import { addDays, parisMidnight, type Day } from "~/platform/days";
import type { ListOrder } from "./filters";

/** Rows of a page. */
export const PAGE_SIZE = 50;
/** A list's rows are counted so far: beyond it says 'plus de 1 000', and costs nothing more. */
const COUNTED = 1_000;

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

interface ListQuery<T> {
  filter: QueryFilter<T>;
  /** The fields that a row needs, beside its instant. */
  fields: string;
  /** As `next` of the page before gave it; anything else begins at the start. */
  cursor: string;
  /** The instant that the list is sorted by: under an index with `_id` after it. */
  by?: "createdAt" | "linkedAt" | "at" | "issuedAt";
  /** Absent: the newest first. The other way is the same index, read from its other end. */
  order?: ListOrder | undefined;
}

/**
 * One page of a list. A page costs the same wherever it lies: it begins at an instant of an
 * index, not after so many rows to skip. (So MongoDB does it. The embedded engine reads the whole collection
 * for any sort and any count, some 50 ms for each thousand rows.)
 */
export async function cursorPage<T extends { _id: Types.ObjectId | string }>(
  model: Model<T>,
  { filter, fields, cursor, by = "createdAt", order }: ListQuery<T>,
): Promise<CursorPage<T>> {
  const start = readCursor(cursor);
  const from = start ? { $and: [filter, after(by, start, order)] } : filter;
  const [found, counted] = await Promise.all([
    model
      .find(from, `${fields} ${by}`)
      .sort(sortOf(by, order))
      .limit(PAGE_SIZE + 1)
      .lean<T[]>(),
    model.countDocuments(filter, { limit: COUNTED + 1 }),
  ]);
  const rows = found.slice(0, PAGE_SIZE);
  const first = start?.rank ?? 1;
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  const at: unknown = last && Reflect.get(last, by);
  return {
    rows,
    first,
    next: last && at instanceof Date ? cursorOf(at, last._id, first + PAGE_SIZE) : "",
    total: Math.min(counted, COUNTED),
    isMore: counted > COUNTED,
  };
}

/** The same page of what its rows show. */
export function mapPage<A, B>(page: CursorPage<A>, show: (row: A) => B): CursorPage<B> {
  return { ...page, rows: page.rows.map(show) };
}

/** All rows of a list in its order, read as they are needed. */
export async function* eachRow<T extends { _id: Types.ObjectId | string }>(
  model: Model<T>,
  { filter, fields, by = "createdAt", order }: Omit<ListQuery<T>, "cursor">,
): AsyncGenerator<T> {
  const rows = model.find(filter, fields).sort(sortOf(by, order)).lean<T[]>();
  for await (const row of rows.cursor({ batchSize: 200 })) yield row;
}

/** The instants of a day of Paris. */
export function within(day: Day) {
  return trusted({ $gte: parisMidnight(day), $lt: parisMidnight(addDays(day, 1)) });
}

interface Start {
  at: Date;
  id: Types.ObjectId | string;
  /** What the page's first row is numbered, which is all that it is used for. */
  rank: number;
}

function cursorOf(at: Date, id: Types.ObjectId | string, rank: number): string {
  return `${at.getTime()}-${id.toString()}-${rank}`;
}

/** An instant, an id (of its own or, as the ledger's, `captured:ch_1`), a rank. */
const CURSOR = /^(\d{1,15})-([0-9a-f]{24}|[a-z_]{1,20}:\w{1,60})-(\d{1,9})$/;

function readCursor(cursor: string): Start | null {
  const [, ms, id, rank] = CURSOR.exec(cursor) ?? [];
  if (!ms || !id || !rank) return null;
  return {
    at: new Date(Number(ms)),
    id: id.includes(":") ? id : new Types.ObjectId(id),
    rank: Number(rank),
  };
}

function sortOf(by: string, order: ListOrder | undefined): Record<string, 1 | -1> {
  const direction = order === "anciens" ? 1 : -1;
  return { [by]: direction, _id: direction };
}

/** The range first, for the index; then, among rows of the very same instant, those that come later in the list. */
function after(by: string, { at, id }: Start, order: ListOrder | undefined) {
  if (order === "anciens") {
    return {
      [by]: trusted({ $gt: new Date(at.getTime() - 1) }),
      $or: [{ [by]: trusted({ $gt: at }) }, { _id: trusted({ $gt: id }) }],
    };
  }
  return {
    [by]: trusted({ $lt: new Date(at.getTime() + 1) }),
    $or: [{ [by]: trusted({ $lt: at }) }, { _id: trusted({ $lt: id }) }],
  };
}
