import { trusted, type QueryFilter } from "mongoose";
import { AuditEntryModel, type AuditAct, type AuditEntry } from "@models/audit-entry";
import { formatInstant } from "~/platform/days";
import { ACT_LABELS, ACTS } from "../audit/act-labels";
import { within } from "../lists/cursor-page.server";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";
import { namedTarget, namesOf, wordsOf, type Names } from "./named-targets.server";
import { byOfficers } from "./officers-named.server";
import { readsOf } from "./read-log.server";
import { targetsOf } from "./records-of.server";

/** An entry as people read it. */
export interface AuditLine {
  id: string;
  /** Its number in the chain, by which `npm run audit:check` calls it. */
  seq: number;
  title: string;
  /** What it was done to; null on its own record, and once it is gone. */
  targetName: string | null;
  href: string | null;
  before: string | null;
  after: string | null;
  why: string | null;
  /** '21/11/2026 à 11 h 05' */
  at: string;
  admin: string;
  requestId: string;
}

/** Empty: not filtered by it. */
export interface AuditFilters extends Ordered {
  /** A part of the administrator's name or e-mail. */
  par: string;
  acte: AuditAct | "";
  date: string;
  /** What it was done to: an id or a case's key, a whole e-mail, or a reservation's reference, with the cases about it. */
  cible: string;
}

const FIELDS = "seq admin act target why before after requestId address at";

/** The log as it is read. */
export const auditLog = readsOf<AuditEntry, AuditFilters, AuditLine>({
  model: AuditEntryModel,
  fields: FIELDS,
  by: "at",
  filterOf: auditFilter,
  namesOf,
  toLine,
});

/** The log as a list, and its file. */
export const auditList = defineList({
  path: "/admin/journal",
  title: "Journal",
  noun: ["entrée", "entrées"],
  empty: "Aucune entrée trouvée...",
  filters: {
    cible: search("E-mail entier, référence ou identifiant"),
    par: search("Par"),
    acte: choice("Acte", ACTS, (act) => ACT_LABELS[act]),
    date: day("Le"),
  },
  read: auditLog.page,
  csv: {
    name: "journal",
    columns: {
      Numéro: ({ seq }) => seq,
      Date: ({ line }) => line.at,
      Administrateur: ({ line }) => line.admin,
      "Compte de l’administrateur": ({ admin }) => admin.toString(),
      Acte: ({ line }) => line.title,
      Objet: ({ line }) => line.targetName,
      "Identifiant de l’objet": ({ target }) => target,
      Avant: ({ line }) => line.before,
      Après: ({ line }) => line.after,
      Motif: ({ why }) => why,
      Requête: ({ requestId }) => requestId,
      Adresse: ({ address }) => address,
    },
    rows: auditLog.all,
  },
});

/** The last acts on one account, newest first. */
export async function actsOn(target: string, limit: number): Promise<AuditLine[]> {
  const entries = await AuditEntryModel.find({ target }, FIELDS)
    .sort({ at: -1 })
    .limit(limit)
    .lean<AuditEntry[]>();
  const lines = await linesOf(entries);
  return lines.map((line) => ({ ...line, targetName: null, href: null }));
}

/** Entries as people read them, in their order. */
export async function linesOf(entries: readonly AuditEntry[]): Promise<AuditLine[]> {
  const names = await namesOf(entries);
  return entries.map((entry) => toLine(entry, names));
}

async function auditFilter({
  par,
  acte,
  date,
  cible,
}: AuditFilters): Promise<QueryFilter<AuditEntry>> {
  return {
    ...(par && (await byOfficers(par))),
    ...(acte && { act: acte }),
    ...(date && { at: within(date) }),
    ...(cible && { target: trusted({ $in: await targetsOf(cible) }) }),
  };
}

function toLine(entry: AuditEntry, names: Names): AuditLine {
  const target = namedTarget(entry.target, names);
  return {
    id: entry._id.toString(),
    seq: entry.seq,
    title: ACT_LABELS[entry.act],
    targetName: target?.name ?? null,
    href: target?.href ?? null,
    before: wordsOf(entry.before, names),
    after: wordsOf(entry.after, names),
    why: entry.why ?? null,
    at: formatInstant(entry.at),
    admin: names.get(entry.admin.toString())?.name ?? nobodyOf(entry),
    requestId: entry.requestId,
  };
}

/** Whoever has no account: it is gone, or the act was done in the server's terminal. */
function nobodyOf({ address }: AuditEntry): string {
  return address === "console" ? "le terminal du serveur" : "un ancien compte";
}
