import { trusted, Types } from "mongoose";
import { UserModel } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { displayName } from "./display-name";

const PUBLIC_FIELDS = "name lastname entityName avatar createdAt";

/** The name of the master that an account is linked to, or null. */
export async function linkedMaster(userId: string): Promise<string | null> {
  const user = await UserModel.findById(userId, "link_id").lean();
  const master = user?.link_id && (await UserModel.findById(user.link_id, PUBLIC_FIELDS).lean());
  return master ? displayName(master) : null;
}

export interface LinkedAccount {
  id: string;
  name: string;
  avatarId: string | null;
  /** DD/MM/YYYY. */
  since: string;
}

/** What a master sees: the code to hand out, and the accounts that used it. */
export interface LinkedAccounts {
  code: string;
  accounts: LinkedAccount[];
}

/** @throws Refusal("not_found") for an account that is no master */
export async function linkedAccounts(masterId: string): Promise<LinkedAccounts> {
  const master = await UserModel.findById(masterId, "spondorshipCode").lean();
  if (!master?.spondorshipCode) throw new Refusal("not_found");
  const accounts = await UserModel.find(
    { link_id: new Types.ObjectId(masterId), deletedAt: trusted({ $exists: false }) },
    PUBLIC_FIELDS,
  )
    .sort({ createdAt: 1 })
    .lean();
  return {
    code: master.spondorshipCode,
    accounts: accounts.map((account) => ({
      id: account._id.toString(),
      name: displayName(account),
      avatarId: account.avatar?.toString() ?? null,
      since: formatDay(parisDayOf(account.createdAt)),
    })),
  };
}
