import type { MasterStatus } from "@models/enumerations";
import { UserModel } from "@models/user";
import { linkedAccounts } from "~/accounts/liaison-pages.server";
import { formatDay, parisDayOf } from "~/platform/days";
import { IS_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { actsOn, type AuditLine } from "../journal/list-audit.server";
import { identityOf, type Identity } from "../users/user-record.server";
import { fullName, kindOf } from "../words/person";

/** A master's account, or the submission of one. */
export interface MasterRecord {
  id: string;
  tag: string;
  name: string;
  avatarId: string | null;
  kind: string;
  status: MasterStatus;
  isVerified: boolean;
  isBanned: boolean;
  /** The code that it hands out; null until it is validated. */
  code: string | null;
  refusal: string | null;
  createdAt: string;
  identity: Identity;
  /** The first ones; the list has all. */
  linked: { id: string; name: string; since: string }[];
  acts: AuditLine[];
}

/** How many acts and linked accounts a record shows. */
const SHOWN = 10;

/** One that is still to be answered. @throws Refusal("not_found" | "already_decided" | "master_unverified") */
export async function openSubmission(masterId: string, now: Date): Promise<MasterRecord> {
  const master = await masterRecord(masterId, now);
  if (master.status !== "pending") throw new Refusal("already_decided");
  if (!master.isVerified) throw new Refusal("master_unverified");
  return master;
}

/** @throws Refusal("not_found") for an account that never asked to be a master */
export async function masterRecord(masterId: string, now: Date): Promise<MasterRecord> {
  const user = await UserModel.findOne(
    { _id: masterId, masterStatus: IS_SET },
    "-passwordHash -verification -reset",
  ).lean();
  if (!user?.masterStatus) throw new Refusal("not_found");
  const [linked, acts] = await Promise.all([
    user.spondorshipCode ? linkedAccounts(masterId, 1, SHOWN) : null,
    actsOn(masterId, SHOWN),
  ]);
  return {
    id: masterId,
    tag: user.tag,
    name: fullName(user),
    avatarId: user.avatar?.toString() ?? null,
    kind: kindOf(user),
    status: user.masterStatus,
    isVerified: user.isVerified,
    isBanned: user.bannedAt !== undefined,
    code: user.spondorshipCode ?? null,
    refusal: user.masterRefusal ?? null,
    createdAt: formatDay(parisDayOf(user.createdAt)),
    identity: identityOf(user, now),
    linked: (linked?.accounts ?? []).map(({ id, name, since }) => ({ id, name, since })),
    acts,
  };
}
