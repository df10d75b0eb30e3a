import type { QueryFilter } from "mongoose";
import { z } from "zod";
import { MASTER_STATUSES } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { OWN_USER_FIELDS, ownUserShape, toOwnUser } from "~/accounts/own-user.server";
import { IS_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { cursorPage } from "../lists/cursor-page.server";

/** An account as administrators have it from the /api paths: what its holder may read, and where it stands. */
export const adminUserShape = ownUserShape.extend({
  masterStatus: z
    .enum(MASTER_STATUSES)
    .optional()
    .describe("Of a master's submission: `pending` until it is decided."),
  masterRefusal: z.string().optional(),
  banReason: z.string().optional(),
  bannedAt: z.string().datetime().optional(),
  deletedAt: z.string().datetime().optional(),
  linkedAt: z.string().datetime().optional(),
});
export type AdminUser = z.infer<typeof adminUserShape>;

/** Of an account in a list: what the lists' pages show, too. The rest is in its record, of which each look is noted. */
export const listedUserShape = adminUserShape.pick({
  _id: true,
  tag: true,
  name: true,
  lastname: true,
  email: true,
  type: true,
  role: true,
  natureOfCollectivity: true,
  entityName: true,
  city: true,
  isAdmin: true,
  isVerified: true,
  masterStatus: true,
  bannedAt: true,
  deletedAt: true,
  createdAt: true,
  linkedAt: true,
  link_id: true,
});
type ListedUser = z.infer<typeof listedUserShape>;

/** What a call answers beside a page's rows: where the next page begins. */
export const nextShape = {
  next: z.string().describe("What `suite` says for the next page; empty on the last one."),
};

const STANDING = [
  "masterStatus",
  "masterRefusal",
  "banReason",
  "bannedAt",
  "deletedAt",
  "linkedAt",
];
const FIELDS = [...OWN_USER_FIELDS, ...STANDING];

/** One page of accounts under a list's filter. */
export async function apiUsers(
  filter: QueryFilter<User>,
  cursor: string,
  now: Date,
  by: "createdAt" | "linkedAt" = "createdAt",
): Promise<{ users: ListedUser[]; next: string }> {
  const fields = Object.keys(listedUserShape.shape).join(" ");
  const { rows, next } = await cursorPage<User>(UserModel, {
    ...{ filter, fields, cursor, by },
    isCall: true,
  });
  return { users: rows.map((row) => toListedUser(row, now)), next };
}

/** @throws Refusal("not_found") */
export async function apiUser(id: string, now: Date): Promise<AdminUser> {
  return await findOne({ _id: id }, now);
}

/** @throws Refusal("not_found") for an account that never asked to be a master */
export async function apiMaster(id: string, now: Date): Promise<AdminUser> {
  return await findOne({ _id: id, masterStatus: IS_SET }, now);
}

async function findOne(filter: QueryFilter<User>, now: Date): Promise<AdminUser> {
  const user = await UserModel.findOne(filter, FIELDS).lean<User>();
  if (!user) throw new Refusal("not_found");
  return toAdminUser(user, now);
}

/** @param stored read without a picture and the last login */
function toListedUser(stored: User, now: Date): ListedUser {
  const { avatar: _avatar, lastLogin: _lastLogin, ...listed } = toAdminUser(stored, now);
  return listed;
}

function toAdminUser(stored: User, now: Date): AdminUser {
  const { bannedAt, deletedAt, linkedAt, ...user } = stored;
  return {
    ...toOwnUser(user, now),
    ...(bannedAt && { bannedAt: bannedAt.toISOString() }),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
    ...(linkedAt && { linkedAt: linkedAt.toISOString() }),
  };
}
