import { keyedHash, keyedHashes } from "~/platform/keyed-hash.server";

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
  return keyedHash(purpose, `${userId.toString()}\n${seed}`);
}

/** The same by each session secret that is still read, the newest first: one of them may have been mailed. */
export function derivableSecrets(
  purpose: string,
  userId: { toString(): string },
  seed: string,
): Buffer[] {
  return keyedHashes(purpose, `${userId.toString()}\n${seed}`);
}
