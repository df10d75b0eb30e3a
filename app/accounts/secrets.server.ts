import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";

/** A secret of 256 bits, fit for an address or a cookie. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** How a token is stored: it is long enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/**
 * The secret that a mail carries, made from what the account keeps (`seed`) and the session secret: who
 * reads the database alone cannot make it, and the product can mail the same one again.
 *
 * @param purpose keeps secrets of several kinds apart
 * @returns 256 bits
 */
export function deriveSecret(
  purpose: string,
  userId: { toString(): string },
  seed: string,
): Buffer {
  return createHmac("sha256", env.SESSION_SECRET)
    .update(`${purpose}\n${userId.toString()}\n${seed}`)
    .digest();
}

/** Whether two secrets of one kind are the same, in a time that does not depend on where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
