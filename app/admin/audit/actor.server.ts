import { trusted, type ClientSession } from "mongoose";
import { ADMIN_ROLES } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { confirmPassword } from "~/accounts/confirm-password.server";
import { addMinutes } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { roleMay, rolesText, type Permission } from "~/platform/permissions";
import type { RequestSession } from "~/platform/session.server";
import type { Viewer } from "~/platform/viewer.server";
import { Refusal } from "~/platform/refusal";

/** The administrator who acts, and where the act came from. */
export interface Actor {
  id: string;
  session: RequestSession;
  /** As they stand in the log. */
  requestId: string;
  ip: string;
}

/** What else is written in the transaction of an act. */
export type Alongside = (transaction: ClientSession) => Promise<void>;

/** Who makes a call. */
export function actorOf({
  viewer,
  session,
  requestId,
  ip,
}: Omit<Actor, "id"> & { viewer: Pick<Viewer, "id"> }): Actor {
  return { id: viewer.id, session, requestId, ip };
}

/** An act in the server's own terminal: no account stands behind it. */
export const CONSOLE = { id: "0".repeat(24), requestId: "console", ip: "console" };

/** How long a password that was given again is good for, in that session. */
const CONFIRMED_MINUTES = 10;

/** Until when an administrator need not give their password again; null: they have to now. */
export function confirmedUntil(
  { confirmedAt }: Pick<Viewer, "confirmedAt">,
  now: Date,
): Date | null {
  const end = confirmedAt && addMinutes(confirmedAt, CONFIRMED_MINUTES);
  return end && end > now ? end : null;
}

/**
 * Asks for the administrator's own password again, before what cannot be taken back, unless they have just
 * given it.
 *
 * @throws Refusal("password_required" | "wrong_password" | "too_many")
 */
export async function confirmActor(
  { id, session }: Pick<Actor, "id" | "session">,
  password: string | undefined,
  now: Date,
): Promise<void> {
  const viewer = await session.viewer();
  if (viewer && confirmedUntil(viewer, now)) return;
  if (password === undefined) {
    throw new Refusal("password_required", { field: "currentPassword" });
  }
  await confirmPassword(id, password, session);
  await session.confirm(now);
}

/** By the role, which administrators alone have: its index has nobody else. */
const IN_OFFICE = {
  adminRole: trusted({ $in: ADMIN_ROLES }),
  bannedAt: NOT_SET,
  deletedAt: NOT_SET,
};

type Officer = Pick<User, "_id" | "adminRole" | "name" | "lastname" | "lastLogin">;

/** Who can administer, with their roles: at this moment of a transaction, or as it was committed last. */
export async function officersIn(transaction: ClientSession | null): Promise<Officer[]> {
  const fields = "adminRole name lastname lastLogin";
  return await UserModel.find(IN_OFFICE, fields).session(transaction).lean();
}

/**
 * Those of them who have ever logged in. Who was only invited may never come, since the address was mistyped, say: nothing
 * is left to them that would then be nobody's.
 */
async function presentIn(transaction: ClientSession | null): Promise<Officer[]> {
  return (await officersIn(transaction)).filter(({ lastLogin }) => lastLogin !== undefined);
}

/**
 * Makes sure, in the transaction of an act, that the role of whoever acts allows it still. To be called
 * after `recordAct`, which puts acts one after the other.
 *
 * @throws Refusal("forbidden")
 */
export async function mayAct(
  actor: Pick<Actor, "id">,
  permission: Permission,
  transaction: ClientSession,
): Promise<void> {
  await mayActOn(actor, { isAdmin: false }, permission, transaction);
}

/** Everybody else in the office, of those who have come, who may do something. */
export async function othersWhoMay(
  actor: Pick<Actor, "id">,
  permission: Permission,
  transaction: ClientSession | null,
): Promise<Officer[]> {
  const officers = await presentIn(transaction);
  return officers.filter(
    ({ _id, adminRole }) =>
      _id.toString() !== actor.id && adminRole !== undefined && roleMay(adminRole, permission),
  );
}

/**
 * Makes sure that nobody decides in their own favour of what concerns themself, as long as somebody else may decide of it.
 * To be called after `recordAct`, likewise.
 *
 * @param personId whom it concerns; absent: nobody who is there still
 * @param transaction null: a page asks before it shows the form of the act
 * @throws Refusal("own_matter")
 */
export async function leavesOwnMatter(
  actor: Pick<Actor, "id">,
  personId: string | undefined,
  permission: Permission,
  transaction: ClientSession | null,
): Promise<void> {
  if (await isOwnMatter(actor, personId, permission, transaction)) throw new Refusal("own_matter");
}

/** Whether something concerns whoever would decide of it, and somebody else may: it is not offered to them. */
export async function isOwnMatter(
  actor: Pick<Actor, "id">,
  personId: string | undefined,
  permission: Permission,
  transaction: ClientSession | null,
): Promise<boolean> {
  if (personId !== actor.id) return false;
  return (await othersWhoMay(actor, permission, transaction)).length > 0;
}

/**
 * Makes sure, in the transaction of an act, that the role of whoever acts allows it still, and that the
 * account of an administrator is touched by super-admins alone. To be called after `recordAct`: that puts
 * acts one after the other, so that two cannot put out each other.
 *
 * @param transaction null: a page asks before it shows the form of the act
 * @throws Refusal("forbidden" | "role_required")
 */
export async function mayActOn(
  actor: Pick<Actor, "id">,
  target: Pick<User, "isAdmin">,
  permission: Permission,
  transaction: ClientSession | null,
): Promise<void> {
  const officers = await officersIn(transaction);
  const role = officers.find(({ _id }) => _id.toString() === actor.id)?.adminRole;
  const may = (needed: Permission) => role !== undefined && roleMay(role, needed);
  if (!may(permission)) throw new Refusal("forbidden");
  if (target.isAdmin && !may("admins.manage")) {
    throw new Refusal("role_required", { limit: rolesText("admins.manage") });
  }
}

/**
 * The same of an act that shuts an account out, which nobody does to themself: so whoever shuts the last
 * other super-admin out is one who stays.
 *
 * @throws Refusal("own_account" | "forbidden" | "role_required")
 */
export async function mayShutOut(
  actor: Pick<Actor, "id">,
  target: Pick<User, "_id" | "isAdmin">,
  permission: Permission,
  transaction: ClientSession | null,
): Promise<void> {
  if (target._id.toString() === actor.id) throw new Refusal("own_account");
  await mayActOn(actor, target, permission, transaction);
}

/**
 * Makes sure, in the transaction that takes the role of super-admin from somebody, that another one is left, who has come.
 * To be called after `recordAct`, likewise.
 *
 * @throws Refusal("last_admin")
 */
export async function leavesSuperAdmin(
  target: Pick<User, "_id">,
  transaction: ClientSession | null,
): Promise<void> {
  if (await isLastSuperAdmin(target._id.toString(), transaction)) throw new Refusal("last_admin");
}

/** Whether no other super-admin is left, of those who have come: the role is not offered to be changed. */
export async function isLastSuperAdmin(
  userId: string,
  transaction: ClientSession | null,
): Promise<boolean> {
  const officers = await presentIn(transaction);
  return !officers.some(
    ({ _id, adminRole }) => adminRole === "super-admin" && _id.toString() !== userId,
  );
}
