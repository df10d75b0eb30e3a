/** What each list of the back-office is filtered by: its page, its file and its saved filters read it here. */
import { z } from "zod";
import { CONTACT_TYPES, MASTER_STATUSES, PRIVACY_KINDS } from "@models/enumerations";
import { ACTS } from "../audit/act-labels";
import { CONTACT_STATES } from "../contacts/contact-filters";
import { receiptFilters } from "../finance/receipt-filters";
import { PRIVACY_STATES } from "../privacy/privacy-words";
import { SHOWN_STATES } from "../reservations/made-reservations";
import { REVIEW_FILTERS } from "../reviews/review-states";
import { USER_STATES } from "../users/person";
import { VENUE_STATES } from "../venues/venue-state";
import { choiceFilter, dayFilter, listPath, searchText } from "./filters";
import { ordersOf, type ListOrder, type SortName } from "./orders";

/** By what each list can be sorted, beside the date of its rows. */
const LIST_SORTS: Readonly<Record<string, readonly SortName[]>> = {
  "/admin/user": ["nom", "email"],
  "/admin/master": ["nom", "email"],
  "/admin/contact": ["etat"],
  "/admin/location": ["titre", "prix"],
  "/admin/reservation": ["sejour", "montant"],
};

/** The filters of a list, and its orders. */
function ordered<S extends z.ZodRawShape>(list: string, filters: S) {
  return z.object({ ...filters, tri: choiceFilter(ordersOf(...(LIST_SORTS[list] ?? []))) });
}

/** By the list's address, which `adminList` of app/routes.ts gives it. */
export const LIST_FILTERS = {
  "/admin/user": ordered("/admin/user", {
    q: searchText,
    date: dayFilter,
    etat: choiceFilter(USER_STATES),
  }),
  "/admin/master": ordered("/admin/master", {
    q: searchText,
    date: dayFilter,
    etat: choiceFilter(MASTER_STATUSES),
  }),
  "/admin/sub-master": ordered("/admin/sub-master", { q: searchText, date: dayFilter }),
  "/admin/contact": ordered("/admin/contact", {
    email: searchText,
    date: dayFilter,
    type: choiceFilter(CONTACT_TYPES),
    etat: choiceFilter(CONTACT_STATES),
  }),
  "/admin/droits": ordered("/admin/droits", {
    email: searchText,
    droit: choiceFilter(PRIVACY_KINDS),
    etat: choiceFilter(PRIVACY_STATES),
  }),
  "/admin/location": ordered("/admin/location", {
    titre: searchText,
    date: dayFilter,
    etat: choiceFilter(VENUE_STATES),
  }),
  "/admin/reservation": ordered("/admin/reservation", {
    q: searchText,
    date: dayFilter,
    etat: choiceFilter(SHOWN_STATES),
  }),
  "/admin/avis": ordered("/admin/avis", {
    q: searchText,
    date: dayFilter,
    etat: choiceFilter(REVIEW_FILTERS),
  }),
  "/admin/finance/recus": ordered("/admin/finance/recus", receiptFilters),
  "/admin/journal": ordered("/admin/journal", { acte: choiceFilter(ACTS), date: dayFilter }),
} as const;

export type ListPath = keyof typeof LIST_FILTERS;
export const LIST_PATHS = Object.keys(LIST_FILTERS) as [ListPath, ...ListPath[]];

export const LIST_TITLES: Record<ListPath, string> = {
  "/admin/user": "Utilisateurs",
  "/admin/master": "Masters",
  "/admin/sub-master": "Sous-masters",
  "/admin/contact": "Contacts",
  "/admin/droits": "Droits des personnes",
  "/admin/location": "Lieux",
  "/admin/reservation": "Réservations",
  "/admin/avis": "Avis",
  "/admin/finance/recus": "Reçus et avoirs",
  "/admin/journal": "Journal",
};

export function isListPath(path: string): path is ListPath {
  return Object.hasOwn(LIST_FILTERS, path);
}

/**
 * The address of a list under what a query string filters it by: only what the list knows and can read stays, so
 * that two ways to write one filter are one.
 */
export function filteredPath(list: ListPath, query: string): string {
  const asked = Object.fromEntries(new URLSearchParams(query));
  return listPath(list, LIST_FILTERS[list].parse(asked));
}

/** The orders that a list can be read in, beside the newest first. */
export function ordersOfList(list: ListPath): readonly Exclude<ListOrder, "">[] {
  return ordersOf(...(LIST_SORTS[list] ?? []));
}

/** A saved filter as a link. */
export interface SavedFilterLink {
  id: string;
  list: string;
  name: string;
  path: string;
}
