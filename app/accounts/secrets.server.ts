import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";

/** A code of six digits. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** A secret of 256 bits, fit for an address or a cookie. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** How a token is stored: it is long enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * How a code is stored: keyed with the session secret, for all million codes would be hashed in a
 * second by whoever read the collection; and bound to its account.
 */
export function hashCode(userId: { toString(): string }, code: string): string {
  return createHmac("sha256", env.SESSION_SECRET)
    .update(`code\n${userId.toString()}\n${code}`)
    .digest("hex");
}

/** Whether two hashes of one kind are the same, in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
