/** Where a page of a list ended, as the address of the next one says it. */
import { Types } from "mongoose";

/** What a row has in a field that a list can be sorted by. */
export type CursorValue = string | number | boolean | Date | Types.ObjectId;

export interface Cursor {
  /** Of the last row, in the order's keys. */
  values: CursorValue[];
  /** What the next row is numbered, which is all that it is used for. */
  rank: number;
}

/** Dates and ids say what they are; text, numbers and truth are themselves. */
type Written = string | number | boolean | { d: number } | { i: string };

export function writeCursor({ values, rank }: Cursor): string {
  const written = values.map((value): Written => {
    if (value instanceof Date) return { d: value.getTime() };
    return value instanceof Types.ObjectId ? { i: value.toString() } : value;
  });
  return Buffer.from(JSON.stringify([rank, ...written])).toString("base64url");
}

/** @returns null for what is no cursor of so many keys: the list then begins at its start */
export function readCursor(text: string, keys: number): Cursor | null {
  const [rank, ...written] = parsed(text);
  if (!Number.isSafeInteger(rank) || written.length !== keys) return null;
  const values = written.map(readValue).filter((value) => value !== null);
  return values.length === keys ? { values, rank: rank as number } : null;
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(value) ? (value as unknown[]) : [];
  } catch {
    return [];
  }
}

function readValue(value: unknown): CursorValue | null {
  if (["string", "number", "boolean"].includes(typeof value)) return value as CursorValue;
  const { d, i } = (value ?? {}) as Partial<Record<"d" | "i", unknown>>;
  if (typeof d === "number" && Math.abs(d) <= 8.64e15) return new Date(d);
  return typeof i === "string" && /^[0-9a-f]{24}$/.test(i) ? new Types.ObjectId(i) : null;
}
