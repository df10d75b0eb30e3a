import { Types } from "mongoose";
import { UserModel } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";
import { placeOf, type PagePlace } from "~/platform/paging";
import { Refusal } from "~/platform/refusal";
import { displayName } from "./display-name";

const PUBLIC_FIELDS = "name lastname entityName avatar createdAt";

/** The master that an account is linked to, as a linked account knows them. */
export interface LinkedTo {
  id: string;
  name: string;
}

/** The master that an account is linked to, or null. */
export async function linkedMaster(userId: string): Promise<LinkedTo | null> {
  const user = await UserModel.findById(userId, "link_id").lean();
  const master = user?.link_id && (await UserModel.findById(user.link_id, PUBLIC_FIELDS).lean());
  return master ? { id: master._id.toString(), name: displayName(master) } : null;
}

export interface LinkedAccount {
  id: string;
  name: string;
  avatarId: string | null;
  /** DD/MM/YYYY. */
  since: string;
}

/** What a master sees: the code to hand out, and a page of the accounts that used it. */
export interface LinkedAccounts extends PagePlace {
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
  // An account that is closed is linked to none: beside a second field the embedded engine would look through everybody's.
  const linked = { link_id: new Types.ObjectId(masterId) };
  const place = placeOf(await UserModel.countDocuments(linked), page, perPage);
  const accounts = await UserModel.find(linked, PUBLIC_FIELDS)
    // Of the same moment there may be several: without their ids one could be on two pages.
    .sort({ createdAt: 1, _id: 1 })
    .skip((place.page - 1) * perPage)
    .limit(perPage)
    .lean();
  return {
    ...place,
    code: master.spondorshipCode,
    accounts: accounts.map((account) => ({
      id: account._id.toString(),
      name: displayName(account),
      avatarId: account.avatar?.toString() ?? null,
      since: formatDay(parisDayOf(account.createdAt)),
    })),
  };
}
