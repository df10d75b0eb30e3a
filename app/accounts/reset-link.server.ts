import type { Types } from "mongoose";
import type { User } from "@models/user";
import { addMinutes } from "~/platform/days";
import { derivableSecrets, hashToken, makeToken } from "./secrets.server";

const RESET_MINUTES = 60;

/**
 * A reset link: its token for the mail, and what the account keeps. A link that is still good (`current`)
 * is mailed again, for its whole time: whoever else asks for one cannot void it.
 */
export function newReset(userId: Types.ObjectId, now: Date, current?: User["reset"]) {
  const seed = current && current.expiresAt > now ? current.seed : makeToken();
  const tokens = derivableSecrets("reset", userId, seed).map((one) => one.toString("base64url"));
  const token = tokens.find((one) => hashToken(one) === current?.tokenHash) ?? tokens[0]!;
  const reset: NonNullable<User["reset"]> = {
    seed,
    tokenHash: hashToken(token),
    expiresAt: addMinutes(now, RESET_MINUTES),
    sentAt: now,
  };
  return { token, reset };
}
