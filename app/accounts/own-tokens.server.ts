import { trusted, Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ApiTokenModel } from "@models/api-token";
import type { TokenScope } from "@models/enumerations";
import { UserModel } from "@models/user";
import { isTokenOver, makeApiToken } from "~/platform/api-token.server";
import { inTransaction } from "~/platform/database.server";
import { DAY_MINUTES, addMinutes, formatInstant } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import type { RequestSession } from "~/platform/session.server";
import { Refusal } from "~/platform/refusal";
import { hashToken } from "~/platform/token.server";
import { mailTokenCreated } from "./account-mails.server";
import { confirmPassword } from "./confirm-password.server";
import { keepAccountOpen } from "./keep-account-open.server";
import type { TokenLife } from "./token-forms";

/** As many as an account may have at once. */
const MOST = 10;
/** Between two presses of one form. */
const TWICE_MS = 60_000;

/** A token as its holder sees it in a list: never what it is. */
export interface OwnToken {
  id: string;
  name: string;
  scope: TokenScope;
  /** '21/11/2026 à 11 h 05', as all that follow. */
  createdAt: string;
  /** Null: never used. */
  lastUsedAt: string | null;
  /** Null: until it is revoked. */
  expiresAt: string | null;
}

/** The tokens of an account that still work, the newest first. */
export async function listTokens(userId: string, now: Date): Promise<OwnToken[]> {
  const tokens = await ApiTokenModel.find({ userId: new Types.ObjectId(userId) }, "-hash")
    .sort({ createdAt: -1 })
    .lean();
  return tokens
    .filter((token) => !isTokenOver(token, now))
    .map(({ _id, name, scope, createdAt, lastUsedAt, expiresAt }) => ({
      id: _id.toString(),
      name,
      scope,
      createdAt: formatInstant(createdAt),
      lastUsedAt: lastUsedAt ? formatInstant(lastUsedAt) : null,
      expiresAt: expiresAt ? formatInstant(expiresAt) : null,
    }));
}

/**
 * Makes a token for whoever gives the account's password again; its holder is told by mail. Pressed twice, the first is
 * ended: a browser gives up the answer that would have shown it, and nobody could use or knew it.
 *
 * @returns the token itself, which nobody is told a second time
 * @throws Refusal("wrong_password" | "too_many" | "tokens_full" | "forbidden" | "not_found" | "login_required" |
 *   "unavailable")
 */
export async function createToken(
  userId: string,
  wanted: { name: string; scope: TokenScope; life: TokenLife; currentPassword: string },
  { session, now }: { session: RequestSession; now: Date },
): Promise<string> {
  const { name, scope, life } = wanted;
  const user = await confirmPassword(userId, wanted.currentPassword, session);
  const token = makeApiToken();
  await inTransaction(async (transaction) => {
    // Written to, so that tokens are made one after the other, and none beside what ends them all.
    await keepAccountOpen(user._id, transaction);
    await session.mustStand(transaction);
    const { passwordHash } = (await UserModel.findById(user._id, "passwordHash")
      .session(transaction)
      .lean())!;
    if (passwordHash !== user.passwordHash) {
      throw new Refusal("wrong_password", { field: "currentPassword" });
    }
    const unseen = {
      ...{ userId: user._id, name, scope, lastUsedAt: NOT_SET },
      createdAt: trusted({ $gt: new Date(now.getTime() - TWICE_MS) }),
    };
    await ApiTokenModel.deleteMany(unseen).session(transaction);
    const others = await ApiTokenModel.find({ userId: user._id }, "expiresAt")
      .session(transaction)
      .lean();
    if (others.filter((other) => !isTokenOver(other, now)).length >= MOST) {
      throw new Refusal("tokens_full");
    }
    const [made] = await ApiTokenModel.create(
      [
        {
          userId: user._id,
          name,
          scope,
          hash: hashToken(token),
          createdAt: now,
          ...(life !== "none" && { expiresAt: addMinutes(now, Number(life) * DAY_MINUTES) }),
        },
      ],
      { session: transaction },
    );
    await mailTokenCreated(
      user,
      { id: made!._id.toString(), name, scope, createdAt: now },
      transaction,
    );
  });
  await enqueue("send-mails");
  return token;
}

/** Ends one of an account's tokens; of one that it does not have, nothing changes. */
export async function revokeToken(userId: string, tokenId: string): Promise<void> {
  await ApiTokenModel.deleteOne({
    _id: new Types.ObjectId(tokenId),
    userId: new Types.ObjectId(userId),
  });
}
