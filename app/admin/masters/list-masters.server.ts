import { trusted, type QueryFilter } from "mongoose";
import { MASTER_STATUSES, type MasterStatus } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { eachRow, type CursorPage } from "../lists/cursor-page.server";
import {
  PERSON_FILTERS,
  personPage,
  searchFilter,
  type UserFilters,
} from "../users/list-users.server";
import { MASTER_STATE_LABELS, PERSON_COLUMNS, PERSON_FIELDS, type Person } from "../words/person";
import { defineList } from "../lists/define-list.server";
import { choice } from "../lists/filters";

export interface MasterFilters extends UserFilters {
  etat: MasterStatus | "";
}

/** Master accounts and those that asked to be, newest first. */
export async function listMasters(
  filters: MasterFilters,
  cursor: string,
): Promise<CursorPage<Person>> {
  return await personPage(mastersFilter(filters), cursor, filters.tri);
}

/** All of them, for a CSV. */
function everyMaster(filters: MasterFilters) {
  return eachRow<User>(UserModel, {
    filter: mastersFilter(filters),
    fields: PERSON_FIELDS,
    order: filters.tri,
  });
}

/** The list of masters, and its file. */
export const masterList = defineList({
  path: "/admin/master",
  title: "Masters",
  noun: ["compte", "comptes"],
  empty: "Aucun utilisateur trouvé...",
  filters: {
    ...PERSON_FILTERS,
    etat: choice("État", MASTER_STATUSES, (state) => MASTER_STATE_LABELS[state]),
  },
  sorts: ["nom", "email"],
  read: listMasters,
  csv: { name: "masters", columns: PERSON_COLUMNS, rows: everyMaster },
});

/** Of the list, and of the call that answers the same. */
export function mastersFilter({ etat, ...filters }: MasterFilters): QueryFilter<User> {
  return {
    masterStatus: etat || trusted({ $in: MASTER_STATUSES }),
    ...searchFilter(filters, "createdAt"),
  };
}
