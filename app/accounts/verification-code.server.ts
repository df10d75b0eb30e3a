import type { Types } from "mongoose";
import type { User } from "@models/user";
import { addMinutes } from "~/platform/days";
import { hashCode, makeCode } from "./secrets.server";

/** How often a code may be tried. */
export const CODE_TRIES = 5;
const CODE_MINUTES = 15;

/** A new code and what the account keeps of it: never the code itself. */
export function newVerification(userId: Types.ObjectId, now: Date, keyHash: string | undefined) {
  const code = makeCode();
  const verification: NonNullable<User["verification"]> = {
    codeHash: hashCode(userId, code),
    expiresAt: addMinutes(now, CODE_MINUTES),
    tries: 0,
    sentAt: now,
    ...(keyHash && { keyHash }),
  };
  return { code, verification };
}
