import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 bits, fit for an address or a cookie. */
export function makeToken(): string {
  return randomBytes(32).toString("base64url");
}

/** How a token is stored: it is long enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
