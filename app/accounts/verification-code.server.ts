import type { Types } from "mongoose";
import type { User } from "@models/user";
import { addMinutes } from "~/platform/days";
import { sameSecret } from "~/platform/constant-time.server";
import { makeToken } from "~/platform/token.server";
import { derivableSecrets, deriveSecret } from "./secrets.server";

const CODE_MINUTES = 15;

export type Verification = NonNullable<User["verification"]>;

/** A new code's beginning, as the account keeps it: never the code itself. */
export function newVerification(now: Date, keyHash: string | undefined): Verification {
  return renewed({ seed: makeToken(), ...(keyHash && { keyHash }) }, now);
}

/** The same code, good for its whole time again. */
export function renewed(
  { seed, keyHash }: Pick<Verification, "seed" | "keyHash">,
  now: Date,
): Verification {
  return {
    seed,
    expiresAt: addMinutes(now, CODE_MINUTES),
    sentAt: now,
    ...(keyHash && { keyHash }),
  };
}

/**
 * Whether another code may be left unmailed, since the one in the mailbox is good for what its mail says: never more
 * than one a minute, and none past the hour's limit. A code that signups have kept good for longer is no such one.
 */
export function isMailedOneEnough(
  { sentAt }: Pick<Verification, "sentAt">,
  { isWithinHour, now }: { isWithinHour: boolean; now: Date },
): boolean {
  return sentAt > addMinutes(now, isWithinHour ? -1 : -CODE_MINUTES);
}

/** The six digits that an account is mailed. */
export function codeOf(userId: Types.ObjectId, { seed }: Pick<Verification, "seed">): string {
  return digitsOf(deriveSecret("code", userId, seed));
}

/** Whether a code is the one that an account was mailed. */
export function isCodeOf(
  code: string,
  userId: Types.ObjectId,
  { seed }: Pick<Verification, "seed">,
): boolean {
  return derivableSecrets("code", userId, seed).some((secret) =>
    sameSecret(code, digitsOf(secret)),
  );
}

/** 2^48 values onto a million: no digit is likelier than another. */
function digitsOf(secret: Buffer): string {
  return String(secret.readUIntBE(0, 6) % 1_000_000).padStart(6, "0");
}
