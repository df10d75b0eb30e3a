import { UserModel } from "@models/user";
import { limit, resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/web/refusal";
import type { RequestSession } from "~/platform/session.server";
import { authenticate, type Authenticated } from "./authenticator.server";
import type { LoginForm } from "./forms";

/**
 * Logs someone in, under a new session id. Someone whose e-mail is not verified yet gets a session
 * too: the guards lead them to the verification page.
 *
 * @throws Refusal("bad_credentials" | "too_many")
 */
export async function logIn(
  { email, password }: LoginForm,
  { session, ip, now }: { session: RequestSession; ip: string; now: Date },
): Promise<Authenticated> {
  await limit("login_address", ip);
  await limit("login_account", email);
  const account = await authenticate(email, password);
  await resetLimit("login_account", email);
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
  return account;
}
