import type { QueryFilter } from "mongoose";
import { AuditEntryModel, type AuditAct, type AuditEntry } from "@models/audit-entry";
import { formatInstant } from "~/platform/days";
import { ACT_LABELS, ACTS } from "../audit/act-labels";
import {
  cursorPage,
  eachRow,
  eachShown,
  mapPage,
  within,
  type CursorPage,
} from "../lists/cursor-page.server";
import { defineList } from "../lists/define-list.server";
import { choice, day, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";
import { namedTarget, namesOf, wordsOf, type Names } from "./named-targets.server";
import { byOfficers } from "./officers-named.server";

/** An entry as people read it. */
export interface AuditLine {
  id: string;
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
}

const FIELDS = "seq admin act target why before after requestId address at";

/** The log, newest first. */
export async function listAudit(
  filters: AuditFilters,
  cursor: string,
): Promise<CursorPage<AuditLine>> {
  const page = await cursorPage<AuditEntry>(AuditEntryModel, {
    filter: await auditFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    cursor,
    by: "at",
  });
  const names = await namesOf(page.rows);
  return mapPage(page, (entry) => toLine(entry, names));
}

/** All of it, for a CSV: as stored, beside what people read of it. */
async function* everyAct(filters: AuditFilters) {
  const entries = eachRow<AuditEntry>(AuditEntryModel, {
    filter: await auditFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    by: "at",
  });
  yield* eachShown(entries, async (some) => {
    const names = await namesOf(some);
    return some.map((entry) => ({ ...entry, line: toLine(entry, names) }));
  });
}

/** The log as a list, and its file. */
export const auditList = defineList({
  path: "/admin/journal",
  title: "Journal",
  noun: ["entrée", "entrées"],
  empty: "Aucune entrée trouvée...",
  filters: {
    par: search("Par"),
    acte: choice("Acte", ACTS, (act) => ACT_LABELS[act]),
    date: day("Le"),
  },
  read: listAudit,
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
    rows: everyAct,
  },
});

/** The last acts on one account, newest first. */
export async function actsOn(target: string, limit: number): Promise<AuditLine[]> {
  const entries = await AuditEntryModel.find({ target }, FIELDS)
    .sort({ at: -1 })
    .limit(limit)
    .lean<AuditEntry[]>();
  const names = await namesOf(entries);
  return entries.map((entry) => ({ ...toLine(entry, names), targetName: null, href: null }));
}

async function auditFilter({ par, acte, date }: AuditFilters): Promise<QueryFilter<AuditEntry>> {
  return {
    ...(par && (await byOfficers(par))),
    ...(acte && { act: acte }),
    ...(date && { at: within(date) }),
  };
}

function toLine(entry: AuditEntry, names: Names): AuditLine {
  const target = namedTarget(entry.target, names);
  return {
    id: entry._id.toString(),
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
