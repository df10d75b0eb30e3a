import { createHmac } from "node:crypto";
import { sameSecret } from "./constant-time.server";
import { env } from "./env.server";

/**
 * What this installation signs or derives with SESSION_SECRET: made with the newest one, and known again as long as
 * the one that it was made with is still listed.
 */

/** 256 bits that nobody makes without the secret. @param purpose keeps kinds apart: one does not stand for another */
export function keyedHash(purpose: string, content: string | Uint8Array): Buffer {
  return hashWith(env.SESSION_SECRET[0], purpose, content);
}

/** The same by each secret, the newest first. */
export function keyedHashes(purpose: string, content: string | Uint8Array): Buffer[] {
  return env.SESSION_SECRET.map((secret) => hashWith(secret, purpose, content));
}

/**
 * Whether a signature is ours: the first bytes of what one of the secrets makes of the content.
 *
 * @param given base64url, from a stranger
 * @param bytes how many of them a signature has
 */
export function isSignature(
  given: string,
  purpose: string,
  content: string | Uint8Array,
  bytes = 32,
): boolean {
  return keyedHashes(purpose, content).some((own) =>
    sameSecret(given, own.toString("base64url", 0, bytes)),
  );
}

function hashWith(secret: string, purpose: string, content: string | Uint8Array): Buffer {
  return createHmac("sha256", secret).update(`${purpose}\n`).update(content).digest();
}
