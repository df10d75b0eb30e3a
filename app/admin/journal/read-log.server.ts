import type { Model, QueryFilter, Types } from "mongoose";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  type CursorPage,
  type InstantOf,
} from "../lists/cursor-page.server";
import type { Ordered } from "../lists/orders";
import type { Names } from "./named-targets.server";

interface Log<Entry, Filters, Line> {
  model: Model<Entry>;
  fields: string;
  /** When each entry was written. */
  by: InstantOf<Entry>;
  filterOf: (filters: Filters) => Promise<QueryFilter<Entry>>;
  /** Of everything that some entries speak of. */
  namesOf: (entries: readonly Entry[]) => Promise<Names>;
  toLine: (entry: Entry, names: Names) => Line;
}

/**
 * The two ways in which a log is read, the newest first unless an order is chosen: a page of it as people read it, and for
 * its file all of it as stored, beside what people read of each entry.
 */
export function readsOf<Entry extends { _id: Types.ObjectId }, Filters extends Ordered, Line>({
  model,
  fields,
  by,
  filterOf,
  namesOf,
  toLine,
}: Log<Entry, Filters, Line>) {
  const asked = async (filters: Filters) => ({
    filter: await filterOf(filters),
    ...{ order: filters.tri, fields, by },
  });
  const page = async (filters: Filters, cursor: string): Promise<CursorPage<Line>> => {
    const found = await cursorPage<Entry>(model, { ...(await asked(filters)), cursor });
    const names = await namesOf(found.rows);
    return mapPage(found, (entry) => toLine(entry, names));
  };
  async function* all(filters: Filters) {
    yield* eachShown(eachRow<Entry>(model, await asked(filters)), async (some) => {
      const names = await namesOf(some);
      return some.map((entry) => ({ ...entry, line: toLine(entry, names) }));
    });
  }
  return { page, all };
}
