import { exportPersonalData } from "~/offboarding/export-personal-data.server";

/** What is read as it is written, as the arrays that it becomes. */
export type Whole<T> =
  T extends AsyncIterable<infer Row>
    ? Row[]
    : T extends Record<string, unknown>
      ? { [Name in keyof T]: Whole<T[Name]> }
      : T;

/** The same with all its lists read to their ends, in their order. */
export async function whole<T>(value: T): Promise<Whole<T>> {
  if (typeof value !== "object" || value === null) return value as Whole<T>;
  if (Symbol.asyncIterator in value) {
    const rows: unknown[] = [];
    for await (const row of value as AsyncIterable<unknown>) rows.push(row);
    return rows as Whole<T>;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value as Whole<T>;
  const read: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) read[name] = await whole<unknown>(one);
  return read as Whole<T>;
}

/** All that somebody's file has in it, with ids and instants as the database has them. */
export async function personalData(userId: string, now: Date) {
  return await whole(await exportPersonalData(userId, now));
}
