import { trusted, type QueryFilter } from "mongoose";
import { UserModel, type User } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { authenticate, type Authenticated } from "./authenticator.server";
import type { Login } from "./forms";
import { STILL_OPEN } from "./keep-account-open.server";
import { knownDevice, rememberDevice } from "./known-device.server";

/**
 * Logs someone in, under a new session id. Someone whose e-mail is not verified yet gets a session
 * too: the guards lead them to the verification page.
 *
 * Ten tries in a quarter of an hour are allowed on each device that has logged in to the account since its address was
 * verified, and ten on all other devices together.
 *
 * @throws Refusal("bad_credentials" | "submission_pending" | "submission_unverified" | "too_many")
 */
export async function logIn(
  login: Login,
  { request, session, now }: { request: Request; session: RequestSession; now: Date },
): Promise<Authenticated> {
  const device = await knownDevice(request, login.email);
  const bucket = device ? "login_device" : "login_account";
  const counted = device ?? login.email;
  await limit(bucket, counted);
  const account = await authenticate(login, request);
  await resetLimit(bucket, counted);
  const whose = { _id: account.id, passwordHash: account.passwordHash };
  if (!(await startSession(session, whose, now))) throw new Refusal("bad_credentials");
  // Not for an address that is nobody's yet: a stranger who signs up with it would keep devices to guess on.
  if (!account.isVerified) return account;
  for (const copy of await rememberDevice(request, login.email)) session.setCookie(copy);
  return account;
}

/**
 * Starts a session of an account that is still open. The session is stored first, then the account is checked by a write: a
 * ban, closing or password change at the same moment either deletes this session or fails the check. Else it would work
 * again once the ban ends.
 *
 * @param whose the account, and what else must still be true of it
 * @returns false when it does not, or the account is banned or closed by now: then there is no session
 */
export async function startSession(
  session: RequestSession,
  whose: QueryFilter<User> & { _id: User["_id"] | string },
  now: Date,
): Promise<boolean> {
  await session.start(whose._id);
  const { matchedCount } = await UserModel.updateOne(
    { ...whose, bannedAt: trusted({ $exists: false }), ...STILL_OPEN },
    { $set: { lastLogin: now } },
  );
  if (matchedCount === 0) await session.end();
  return matchedCount > 0;
}
