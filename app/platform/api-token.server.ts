/** Personal API tokens: what a program shows instead of a session's cookie (docs/decisions/033). */
import { Types, type ClientSession } from "mongoose";
import { ApiTokenModel, type ApiToken } from "@models/api-token";
import { UserModel } from "@models/user";
import { endSessionsOf } from "./session.server";
import { hashToken, makeToken } from "./token.server";
import { viewerOf, type Viewer } from "./viewer.server";
import { Refusal } from "./refusal";

/** By which scanners of code and logs, and people, recognise one. */
const PREFIX = "pds_";
const SHAPE = /^pds_[\w-]{43}$/;
/** A use is written down at most this often, so that reading seldom writes. */
const NOTE_MS = 60_000;

/** Someone who calls by a token. */
export interface TokenHolder {
  viewer: Viewer;
  /** The token's id and what it allows. */
  token: Pick<ApiToken, "scope"> & { id: string };
}

/** A new token: a prefix and 256 random bits. */
export function makeApiToken(): string {
  return PREFIX + makeToken();
}

/**
 * Who calls by a token. An administrator is a member like others here: a program passes no second step.
 *
 * @throws Refusal("token_invalid") for one that is none, is over or revoked, or whose holder is banned
 */
export async function holderOfToken(token: string, now: Date): Promise<TokenHolder> {
  const found = SHAPE.test(token)
    ? await ApiTokenModel.findOne({ hash: hashToken(token) }, "-hash").lean()
    : null;
  if (!found || isTokenOver(found, now)) throw new Refusal("token_invalid");
  const viewer = await viewerOf(found.userId);
  if (!viewer) throw new Refusal("token_invalid");
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= NOTE_MS) {
    await ApiTokenModel.updateOne({ _id: found._id }, { $set: { lastUsedAt: now } });
  }
  return {
    viewer: { ...viewer, isAdmin: false, adminRole: undefined },
    token: { id: found._id.toString(), scope: found.scope },
  };
}

/** Whether a token's time is up. */
export function isTokenOver({ expiresAt }: Pick<ApiToken, "expiresAt">, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}

/** How many tokens of an account a program may still show. */
export async function countTokens(
  userId: Types.ObjectId | string,
  now: Date,
  transaction: ClientSession | null,
): Promise<number> {
  const tokens = await ApiTokenModel.find({ userId: new Types.ObjectId(userId) }, "expiresAt")
    .session(transaction)
    .lean();
  return tokens.filter((token) => !isTokenOver(token, now)).length;
}

/**
 * Ends all that lets anybody act for an account (another password, a ban, a closing): every session and every
 * token, in the caller's transaction.
 */
export async function endAccessTo(
  userId: Types.ObjectId | string,
  transaction: ClientSession,
): Promise<void> {
  // Written to, for a token is made by a transaction that writes it too: neither misses the other.
  await UserModel.updateOne({ _id: userId }, { $inc: { lock: 1 } }).session(transaction);
  await endSessionsOf(userId, { transaction });
  await ApiTokenModel.deleteMany({ userId: new Types.ObjectId(userId) }).session(transaction);
}
