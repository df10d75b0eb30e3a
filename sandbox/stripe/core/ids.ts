import { createHash, randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Makes identifiers in Stripe's shape: a prefix that says the kind, then letters and digits. */
export type Ids = (prefix: string, length?: number) => string;

function spell(bytes: Buffer): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Identifiers that nobody can guess. */
export const randomIds: Ids = (prefix, length = 24) => `${prefix}_${spell(randomBytes(length))}`;

/** Identifiers that depend on the seed and on the order of calls alone. */
export function seededIds(seed: string): Ids {
  let count = 0;
  return (prefix, length = 24) => {
    count += 1;
    const digest = createHash("sha512").update(`${seed}:${count}`).digest();
    return `${prefix}_${spell(digest).slice(0, length)}`;
  };
}

/** The id behind a field that holds either an id or the expanded object. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}
