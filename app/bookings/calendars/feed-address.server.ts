import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "~/platform/env.server";

/** 12 bytes of the venue's id, 16 of the secret. */
const ID_BYTES = 12;
const SECRET_BYTES = 16;
const ENDING = ".ics";

/** What a new address is made of. */
export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The address of a venue's feed. Its secret is made of the stored salt and of this installation's key, so that
 * it can be shown again, and the database alone opens no feed (docs/decisions/028).
 */
export function feedAddress(venueId: string, salt: string): string {
  const token = Buffer.concat([Buffer.from(venueId, "hex"), secretOf(venueId, salt)]);
  return `${env.APP_URL}/calendriers/${token.toString("base64url")}${ENDING}`;
}

/** The venue that a feed's file name speaks of, and the secret that it gives; null when it is none. */
export function readFeedName(file: string): { venueId: string; secret: Buffer } | null {
  if (!file.endsWith(ENDING)) return null;
  const bytes = Buffer.from(file.slice(0, -ENDING.length), "base64url");
  if (bytes.length !== ID_BYTES + SECRET_BYTES) return null;
  return { venueId: bytes.toString("hex", 0, ID_BYTES), secret: bytes.subarray(ID_BYTES) };
}

/** Whether a secret is that of the present address. */
export function opensFeed(secret: Buffer, venueId: string, salt: string): boolean {
  return timingSafeEqual(secret, secretOf(venueId, salt));
}

function secretOf(venueId: string, salt: string): Buffer {
  return createHmac("sha256", env.SESSION_SECRET)
    .update(`calendar-feed\n${venueId}\n${salt}`)
    .digest()
    .subarray(0, SECRET_BYTES);
}
