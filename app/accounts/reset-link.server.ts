import type { Types } from "mongoose";
import type { User } from "@models/user";
import { addMinutes } from "~/platform/days";
import { hashToken, makeToken } from "~/platform/token.server";
import { derivableSecrets } from "./secrets.server";

const RESET_MINUTES = 60;

/** How long the link of an invitation is good for; after that 'Mot de passe oublié' gives another. */
export const INVITATION_DAYS = 7;

/**
 * A reset link: its token for the mail, and what the account keeps. A link that is still good (`current`)
 * is mailed again, for its whole time, and an invitation, which is good for days, to its own end: whoever else
 * asks for one can neither void nor shorten it.
 */
export function newReset(userId: Types.ObjectId, now: Date, current?: User["reset"]) {
  const good = current && current.expiresAt > now ? current : undefined;
  const seed = good?.seed ?? makeToken();
  const tokens = derivableSecrets("reset", userId, seed).map((one) => one.toString("base64url"));
  const token = tokens.find((one) => hashToken(one) === current?.tokenHash) ?? tokens[0]!;
  const end = addMinutes(now, RESET_MINUTES);
  const reset: NonNullable<User["reset"]> = {
    seed,
    tokenHash: hashToken(token),
    expiresAt: good && good.expiresAt > end ? good.expiresAt : end,
    sentAt: now,
  };
  return { token, reset };
}
