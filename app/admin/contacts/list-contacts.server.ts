import type { QueryFilter } from "mongoose";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { CONTACT_TYPES, shownAs, type ContactType } from "@models/enumerations";
import { formatInstant } from "~/platform/days";
import { cursorPage, eachRow, mapPage, within, type CursorPage } from "../lists/cursor-page.server";
import { emailContaining } from "../lists/search.server";
import { CONTACT_STATE_LABELS, CONTACT_STATES, type ContactState } from "./contact-states";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";

/** Empty: not filtered by it. */
export interface ContactFilters extends Ordered {
  /** A part of the sender's e-mail. */
  email: string;
  /** The day of Paris on which it came. */
  date: string;
  type: ContactType | "";
  etat: ContactState | "";
}

/** A message in the list. */
export interface ContactRow {
  id: string;
  /** 'Lucie Ferrand' */
  name: string;
  email: string;
  /** As people read it. */
  type: string;
  isDone: boolean;
  /** '21/11/2026 à 11 h 05' */
  createdAt: string;
}

const FIELDS = "type email name lastname status createdAt";

/** Messages left on /contact, newest first. */
export async function listContacts(
  filters: ContactFilters,
  cursor: string,
): Promise<CursorPage<ContactRow>> {
  const page = await cursorPage<ContactMessage>(ContactMessageModel, {
    filter: contactsFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    cursor,
  });
  return mapPage(page, toRow);
}

/** All of them, for a CSV. */
export function everyContact(filters: ContactFilters) {
  return eachRow<ContactMessage>(ContactMessageModel, {
    filter: contactsFilter(filters),
    order: filters.tri,
    fields: `${FIELDS} phone description`,
  });
}

/** The list of messages, and its file. */
export const contactList = defineList({
  path: "/admin/contact",
  title: "Contacts",
  noun: ["message", "messages"],
  empty: "Aucun message trouvé...",
  filters: {
    email: search("E-mail"),
    date: day("Reçu le"),
    type: choice("Sujet", CONTACT_TYPES, shownAs),
    etat: choice("État", CONTACT_STATES, (state) => CONTACT_STATE_LABELS[state]),
  },
  sorts: ["etat"],
  read: listContacts,
  csv: {
    name: "contacts",
    columns: {
      "Reçu le": ({ createdAt }) => formatInstant(createdAt),
      Sujet: ({ type }) => shownAs(type),
      État: ({ status }) => CONTACT_STATE_LABELS[status ? "terminer" : "en-attente"],
      Prénom: ({ name }) => name,
      Nom: ({ lastname }) => lastname,
      "E-mail": ({ email }) => email,
      Téléphone: ({ phone }) => phone,
      Message: ({ description }) => description,
    },
    rows: everyContact,
  },
});

/** Of the list, and of the call that answers the same. */
export function contactsFilter({
  email,
  date,
  type,
  etat,
}: ContactFilters): QueryFilter<ContactMessage> {
  return {
    ...(etat && { status: etat === "terminer" }),
    ...(type && { type }),
    ...(date && { createdAt: within(date) }),
    ...(email && { email: emailContaining(email) }),
  };
}

function toRow({
  _id,
  name,
  lastname,
  email,
  type,
  status,
  createdAt,
}: ContactMessage): ContactRow {
  return {
    id: _id.toString(),
    name: `${name} ${lastname}`,
    email,
    type: shownAs(type),
    isDone: status,
    createdAt: formatInstant(createdAt),
  };
}
