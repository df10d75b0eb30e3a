import { trusted, type QueryFilter } from "mongoose";
import { UserModel, type User } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  type CursorPage,
} from "../lists/cursor-page.server";
import { accountOf } from "../lists/account-filter.server";
import { PERSON_FILTERS, searchFilter, type UserFilters } from "../users/list-users.server";
import { fullName, PERSON_COLUMNS, PERSON_FIELDS, toPerson, type Person } from "../words/person";
import { defineList } from "../lists/define-list.server";
import { day, search } from "../lists/filters";

/** The range is for the index, which has linked accounts alone. */
const LINKED = trusted({ $gt: new Date(0) });

/** A linked account, and whose it is. */
export interface SubMaster extends Person {
  master: { id: string; name: string } | null;
  /** DD/MM/YYYY. */
  linkedAt: string;
}

/** Empty: not filtered by it. */
interface SubMasterFilters extends UserFilters {
  /** The whole e-mail of their master. */
  master: string;
}

/** Accounts linked to a master, the last linked first. */
export async function listSubMasters(
  filters: SubMasterFilters,
  cursor: string,
): Promise<CursorPage<SubMaster>> {
  const page = await cursorPage<User>(UserModel, {
    filter: await subMastersFilter(filters),
    order: filters.tri,
    fields: PERSON_FIELDS,
    cursor,
    by: "linkedAt",
  });
  const masters = await namesOf(page.rows);
  return mapPage(page, (user) => toSubMaster(user, masters));
}

/** All of them, for a CSV. */
async function* everySubMaster(filters: SubMasterFilters) {
  const rows = eachRow<User>(UserModel, {
    filter: await subMastersFilter(filters),
    order: filters.tri,
    fields: PERSON_FIELDS,
    by: "linkedAt",
  });
  yield* eachShown(rows, async (some) => {
    const masters = await namesOf(some);
    return some.map((user) => ({ ...user, master: masters.get(String(user.link_id)) }));
  });
}

/** The list of linked accounts, and its file. */
export const subMasterList = defineList({
  path: "/admin/sub-master",
  title: "Sous-masters",
  noun: ["compte lié", "comptes liés"],
  empty: "Aucun utilisateur trouvé...",
  filters: { ...PERSON_FILTERS, master: search("E-mail du master"), date: day("Lié le") },
  read: listSubMasters,
  csv: {
    name: "sous-masters",
    columns: { ...PERSON_COLUMNS, Master: ({ master }) => master },
    rows: everySubMaster,
  },
});

/** Of the list, and of the call that answers the same. */
export async function subMastersFilter({
  master,
  ...filters
}: SubMasterFilters): Promise<QueryFilter<User>> {
  return {
    linkedAt: LINKED,
    ...(master && { link_id: await accountOf(master) }),
    ...searchFilter(filters, "linkedAt"),
  };
}

async function namesOf(users: readonly User[]): Promise<Map<string, string>> {
  const ids = users.flatMap(({ link_id: master }) => master ?? []);
  const masters = await UserModel.find(
    { _id: trusted({ $in: ids }) },
    "name lastname entityName",
  ).lean();
  return new Map(
    masters.map((master) => [master._id.toString(), master.entityName ?? fullName(master)]),
  );
}

function toSubMaster(user: User, masters: ReadonlyMap<string, string>): SubMaster {
  const id = user.link_id?.toString();
  const name = id && masters.get(id);
  return {
    ...toPerson(user),
    master: id && name ? { id, name } : null,
    linkedAt: user.linkedAt ? formatDay(parisDayOf(user.linkedAt)) : "",
  };
}
