import { trusted, type QueryFilter, type Types } from "mongoose";
import {
  ACCESS_KINDS,
  AccessEntryModel,
  type AccessEntry,
  type AccessKind,
} from "@models/access-entry";
import { formatInstant } from "~/platform/days";
import { within } from "../lists/cursor-page.server";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";
import { namesOfRecords, type Kind, type Names } from "./named-targets.server";
import { byOfficers } from "./officers-named.server";
import { readsOf } from "./read-log.server";
import { recordsOf } from "./records-of.server";

/** A look at somebody's personal data, as people read it. */
export interface AccessLine {
  id: string;
  /** 'Compte' */
  kind: string;
  /** Whose record it was, or what it is called; null: it is gone. */
  target: string | null;
  href: string | null;
  admin: string;
  /** '21/11/2026 à 11 h 05' */
  at: string;
  address: string;
  requestId: string;
}

/** Empty: not filtered by it. */
export interface AccessFilters extends Ordered {
  /** A whole e-mail, or a reservation's reference: of whose records. */
  q: string;
  /** A part of the administrator's name or e-mail. */
  par: string;
  genre: AccessKind | "";
  date: string;
}

const KIND_LABELS: Record<AccessKind, string> = {
  user: "Compte",
  contact: "Message",
  reservation: "Réservation",
  privacy: "Demande de droits",
  report: "Signalement",
};
/** Where the records of each kind stand. */
const RECORDS: Record<AccessKind, Kind> = {
  user: "user",
  contact: "contact",
  reservation: "reservation",
  privacy: "droits",
  report: "moderation",
};

const FIELDS = "admin kind target requestId address at";

/** Who looked at whose personal data, as it is read. */
export const accessLog = readsOf<AccessEntry, AccessFilters, AccessLine>({
  model: AccessEntryModel,
  fields: FIELDS,
  by: "at",
  filterOf: accessFilter,
  namesOf,
  toLine,
});

/** The log of looks as a list, and its file. */
export const accessList = defineList({
  path: "/admin/journal/acces",
  title: "Journal des accès",
  noun: ["consultation", "consultations"],
  empty: "Aucune consultation trouvée...",
  filters: {
    q: search("E-mail entier ou référence"),
    par: search("Consulté par"),
    genre: choice("Fiche", ACCESS_KINDS, (kind) => KIND_LABELS[kind]),
    date: day("Le"),
  },
  read: accessLog.page,
  csv: {
    name: "acces",
    columns: {
      Date: ({ line }) => line.at,
      Administrateur: ({ line }) => line.admin,
      "Compte de l’administrateur": ({ admin }) => admin.toString(),
      Fiche: ({ line }) => line.kind,
      Objet: ({ line }) => line.target,
      "Identifiant de l’objet": ({ target }) => target.toString(),
      Requête: ({ requestId }) => requestId,
      Adresse: ({ address }) => address,
    },
    rows: accessLog.all,
  },
});

/** The last looks at one record, newest first. */
export async function looksAt(target: string, limit: number): Promise<AccessLine[]> {
  const entries = await AccessEntryModel.find({ target }, FIELDS)
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .lean<AccessEntry[]>();
  const names = await namesOf(entries);
  return entries.map((entry) => toLine(entry, names));
}

async function accessFilter({
  q,
  par,
  genre,
  date,
}: AccessFilters): Promise<QueryFilter<AccessEntry>> {
  return {
    ...(q && { target: trusted({ $in: await recordsOf(q) }) }),
    ...(par && (await byOfficers(par))),
    ...(genre && { kind: genre }),
    ...(date && { at: within(date) }),
  };
}

async function namesOf(entries: readonly AccessEntry[]): Promise<Names> {
  const asked = new Map<Kind, Set<string>>();
  const ask = (kind: Kind, id: Types.ObjectId) =>
    asked.set(kind, (asked.get(kind) ?? new Set()).add(id.toString()));
  for (const { kind, target, admin } of entries) {
    ask("user", admin);
    ask(RECORDS[kind], target);
  }
  return await namesOfRecords(asked);
}

function toLine(entry: AccessEntry, names: Names): AccessLine {
  const target = names.get(entry.target.toString());
  return {
    id: entry._id.toString(),
    kind: KIND_LABELS[entry.kind],
    target: target?.name ?? null,
    href: target?.href ?? null,
    admin: names.get(entry.admin.toString())?.name ?? "un ancien compte",
    at: formatInstant(entry.at),
    address: entry.address,
    requestId: entry.requestId,
  };
}
