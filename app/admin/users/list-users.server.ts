import { trusted, type QueryFilter } from "mongoose";
import { ADMIN_ROLES } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { cursorPage, eachRow, mapPage, within, type CursorPage } from "../lists/cursor-page.server";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import { containing, emailContaining } from "../lists/search.server";
import {
  PERSON_COLUMNS,
  PERSON_FIELDS,
  toPerson,
  USER_STATE_LABELS,
  USER_STATES,
  type Person,
  type StoredPerson,
  type UserState,
} from "../words/person";
import type { ListOrder, Ordered } from "../lists/orders";

/** What the lists of accounts are filtered by; empty: by nothing. */
export interface UserFilters extends Ordered {
  /** A part of the tag or of the e-mail. */
  q: string;
  /** The day of Paris on which it came: created, or linked to its master. */
  date: string;
}

/** The same, as the lists say them. */
export const PERSON_FILTERS = { q: search("Tag ou e-mail"), date: day("Inscription le") };

/** Accounts of a state, as `stateOf` says it of each. Closed ones are shown when they are asked for, and nowhere else. */
const OF_STATE: Record<UserState | "", QueryFilter<User>> = {
  "": { deletedAt: NOT_SET },
  actif: {
    ...{ deletedAt: NOT_SET, bannedAt: NOT_SET, isVerified: true },
    masterStatus: trusted({ $nin: ["pending", "refused"] }),
  },
  "non-verifie": {
    ...{ deletedAt: NOT_SET, bannedAt: NOT_SET, isVerified: false },
    masterStatus: trusted({ $ne: "refused" }),
  },
  banni: { deletedAt: NOT_SET, bannedAt: IS_SET },
  ferme: { deletedAt: IS_SET },
  admin: { deletedAt: NOT_SET, adminRole: trusted({ $in: ADMIN_ROLES }) },
};

/** Accounts, newest first. */
export async function listUsers(
  filters: UserFilters & { etat: UserState | "" },
  cursor: string,
): Promise<CursorPage<Person>> {
  return await personPage(usersFilter(filters), cursor, filters.tri);
}

/** The same, all of them, for a CSV. */
function everyUser(filters: UserFilters & { etat: UserState | "" }) {
  return eachRow<User>(UserModel, {
    filter: usersFilter(filters),
    fields: PERSON_FIELDS,
    order: filters.tri,
  });
}

/** The list of accounts, and its file. */
export const userList = defineList({
  path: "/admin/user",
  title: "Utilisateurs",
  noun: ["compte", "comptes"],
  empty: "Aucun utilisateur trouvé...",
  filters: {
    ...PERSON_FILTERS,
    etat: choice("État", USER_STATES, (state) => USER_STATE_LABELS[state]),
  },
  sorts: ["nom", "email"],
  read: listUsers,
  csv: { name: "utilisateurs", columns: PERSON_COLUMNS, rows: everyUser },
});

/** Of the list, and of the call that answers the same. */
export function usersFilter({ etat, ...filters }: UserFilters & { etat: UserState | "" }) {
  return { ...OF_STATE[etat], ...searchFilter(filters, "createdAt") };
}

/** What is common to the lists of accounts. */
export function searchFilter(
  { q, date }: UserFilters,
  by: "createdAt" | "linkedAt",
): QueryFilter<User> {
  return {
    ...(date && { [by]: within(date) }),
    ...(q && { $or: [{ email: emailContaining(q) }, { tag: containing(q) }] }),
  };
}

/** One page of accounts as people. */
export async function personPage(
  filter: QueryFilter<User>,
  cursor: string,
  order?: ListOrder,
): Promise<CursorPage<Person>> {
  const page = await cursorPage<User>(UserModel, { filter, fields: PERSON_FIELDS, cursor, order });
  return mapPage<StoredPerson, Person>(page, toPerson);
}
