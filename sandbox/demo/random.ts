import { createHash } from "node:crypto";
import { Types } from "mongoose";

/** Chance that is the same on every machine: what comes out depends on the seed alone. */
export interface Chance {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** True with the given probability, from 0 to 1. */
  happens(probability: number): boolean;
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[];
}

/** A stream of chance of its own for each seed (mulberry32 on the seed's sha256). */
export function chanceOf(seed: string): Chance {
  let state = createHash("sha256").update(seed).digest().readUInt32LE(0);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    happens: (probability) => next() < probability,
    shuffle: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  };
}

/** The same id for the same name, on every machine. */
export function idFor(name: string): Types.ObjectId {
  return new Types.ObjectId(createHash("sha256").update(name).digest("hex").slice(0, 24));
}

/** Letters and digits that depend on the name alone, from `alphabet`. */
export function codeFor(name: string, length: number, alphabet: string): string {
  const digest = createHash("sha512").update(name).digest();
  return Array.from(digest.subarray(0, length), (byte) => alphabet[byte % alphabet.length]).join(
    "",
  );
}
