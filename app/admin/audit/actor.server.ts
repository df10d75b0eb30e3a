import { trusted, type ClientSession } from "mongoose";
import { UserModel, type User } from "@models/user";
import { confirmPassword } from "~/accounts/confirm-password.server";
import type { RequestSession, Viewer } from "~/platform/session.server";
import { Refusal } from "~/platform/web/refusal";

/** The administrator who acts, and where the act came from. */
export interface Actor {
  id: string;
  session: RequestSession;
  /** As they stand in the log. */
  requestId: string;
  ip: string;
}

/** Who makes a call. */
export function actorOf({
  viewer,
  session,
  requestId,
  ip,
}: Omit<Actor, "id"> & { viewer: Pick<Viewer, "id"> }): Actor {
  return { id: viewer.id, session, requestId, ip };
}

/**
 * Asks for the administrator's own password again, before what cannot be taken back.
 *
 * @throws Refusal("wrong_password" | "too_many")
 */
export async function confirmActor(actor: Actor, password: string): Promise<void> {
  await confirmPassword(actor.id, password, actor.session);
}

const NOT_SET = trusted({ $exists: false });
const IN_OFFICE = { isAdmin: true, bannedAt: NOT_SET, deletedAt: NOT_SET };

/**
 * Makes sure, in the transaction of an act that shuts an account out, that whoever acts is still an
 * administrator, does not do it to themself, and leaves another administrator behind. To be called after
 * `recordAct`: that puts acts one after the other, so that two cannot shut out each other.
 *
 * @throws Refusal("forbidden" | "own_account" | "last_admin")
 */
export async function mayShutOut(
  actor: Pick<Actor, "id">,
  target: Pick<User, "_id" | "isAdmin">,
  transaction: ClientSession,
): Promise<void> {
  const inOffice = await UserModel.find(IN_OFFICE, "_id").session(transaction).lean();
  const ids = inOffice.map(({ _id }) => _id.toString());
  const id = target._id.toString();
  if (id === actor.id) throw new Refusal("own_account");
  if (!ids.includes(actor.id)) throw new Refusal("forbidden");
  if (target.isAdmin && ids.every((one) => one === id)) throw new Refusal("last_admin");
}
