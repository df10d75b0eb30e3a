import { UserModel } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import { authenticate, type Authenticated } from "./authenticator.server";
import type { Login } from "./forms";
import { knownDevice, rememberDevice } from "./known-device.server";

/**
 * Logs someone in, under a new session id. Someone whose e-mail is not verified yet gets a session
 * too: the guards lead them to the verification page.
 *
 * Tries are counted by account over all devices that have never logged in to it since its address is verified, and by themselves on each
 * one that has: ten in a quarter of an hour either way.
 *
 * @throws Refusal("bad_credentials" | "submission_pending" | "submission_unverified" | "too_many")
 */
export async function logIn(
  login: Login,
  { request, session, now }: { request: Request; session: RequestSession; now: Date },
): Promise<Authenticated> {
  const device = await knownDevice(request, login.email);
  const bucket = device ? "login_device" : "login_account";
  const whose = device ?? login.email;
  await limit(bucket, whose);
  const account = await authenticate(login, request);
  await resetLimit(bucket, whose);
  await session.start(account.id);
  // In this order and by a write: a change of the password, which ends all sessions, either finds this
  // one or is found here.
  const { matchedCount } = await UserModel.updateOne(
    { _id: account.id, passwordHash: account.passwordHash },
    { $set: { lastLogin: now } },
  );
  if (matchedCount === 0) {
    await session.end();
    throw new Refusal("bad_credentials");
  }
  // Not for an address that is nobody's yet: a stranger who signs up with it would keep devices to guess on.
  if (account.isVerified) session.setCookie(await rememberDevice(request, login.email));
  return account;
}
