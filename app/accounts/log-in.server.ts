import { UserModel } from "@models/user";
import { resetLimit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/web/refusal";
import type { RequestSession } from "~/platform/session.server";
import { authenticate, type Authenticated } from "./authenticator.server";
import type { Login } from "./forms";

/**
 * Logs someone in, under a new session id. Someone whose e-mail is not verified yet gets a session
 * too: the guards lead them to the verification page.
 *
 * @throws Refusal("bad_credentials")
 */
export async function logIn(
  login: Login,
  { request, session, now }: { request: Request; session: RequestSession; now: Date },
): Promise<Authenticated> {
  const account = await authenticate(login, request);
  await resetLimit("login_account", login.email);
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
