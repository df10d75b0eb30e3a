import { trusted, Types } from "mongoose";
import { UserModel } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";
import { pageOf, type Page } from "~/platform/paging";
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

/** What a master sees: the code to hand out, and a page of the accounts that used it. */
export interface LinkedAccounts extends Omit<Page<unknown>, "items"> {
  code: string;
  accounts: LinkedAccount[];
}

const LINKED_PER_PAGE = 20;

/**
 * @param page from 1; past the last page the last page is given
 * @throws Refusal("not_found") for an account that is no master
 */
export async function linkedAccounts(
  masterId: string,
  page: number,
  perPage = LINKED_PER_PAGE,
): Promise<LinkedAccounts> {
  const master = await UserModel.findById(masterId, "spondorshipCode").lean();
  if (!master?.spondorshipCode) throw new Refusal("not_found");
  const linked = await UserModel.find(
    { link_id: new Types.ObjectId(masterId), deletedAt: trusted({ $exists: false }) },
    PUBLIC_FIELDS,
  )
    .sort({ createdAt: 1 })
    .lean();
  const { items, ...place } = pageOf(linked, page, perPage);
  return {
    ...place,
    code: master.spondorshipCode,
    accounts: items.map((account) => ({
      id: account._id.toString(),
      name: displayName(account),
      avatarId: account.avatar?.toString() ?? null,
      since: formatDay(parisDayOf(account.createdAt)),
    })),
  };
}
