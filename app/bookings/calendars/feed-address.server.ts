import { randomBytes } from "node:crypto";
import { env } from "~/platform/env.server";
import { isSignature, keyedHash } from "~/platform/keyed-hash.server";

/** 12 bytes of the venue's id, 16 of the secret. */
const ID_BYTES = 12;
const SECRET_BYTES = 16;
const ENDING = ".ics";
const PURPOSE = "calendar-feed";

/** What a new address is made of. */
export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/**
 * The address of a venue's feed. Its secret is made of the stored salt and of this installation's key, so that
 * it can be shown again, and the database alone opens no feed (docs/decisions/028).
 */
export function feedAddress(venueId: string, salt: string): string {
  const secret = keyedHash(PURPOSE, `${venueId}\n${salt}`).subarray(0, SECRET_BYTES);
  const token = Buffer.concat([Buffer.from(venueId, "hex"), secret]);
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
  return isSignature(secret.toString("base64url"), PURPOSE, `${venueId}\n${salt}`, SECRET_BYTES);
}
