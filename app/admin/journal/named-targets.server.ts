import { trusted } from "mongoose";
import type { AuditAct, AuditEntry } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import { RENEWED_SECTIONS } from "@models/enumerations";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { formatDay, formatInstant } from "~/platform/days";
import { ofName } from "~/platform/of-name";
import { CASE_KIND_LABELS, kindOfKey, type CaseKind } from "../words/case-kinds";
import { SECTION_TITLES } from "../words/gallery-words";
import { privacyWords } from "../words/privacy-words";
import { fullName } from "../words/person";

/** What an entry speaks of, and its record; null: there is none to lead to. */
export interface NamedTarget {
  name: string;
  href: string | null;
}
export type Names = ReadonlyMap<string, NamedTarget>;

type Ids = ReturnType<typeof anyOf>;
const anyOf = (ids: readonly string[]) => ({ _id: trusted({ $in: ids }) });

/** How the records of each kind are named, by their ids. */
const READS = {
  user: async (ids: Ids) =>
    (await UserModel.find(ids, "name lastname").lean()).map(
      (user) => [user._id, fullName(user)] as const,
    ),
  contact: async (ids: Ids) =>
    (await ContactMessageModel.find(ids, "name lastname").lean()).map(
      (message) => [message._id, fullName(message)] as const,
    ),
  location: async (ids: Ids) =>
    (await VenueModel.find(ids, "title").lean()).map(({ _id, title }) => [_id, title] as const),
  reservation: async (ids: Ids) =>
    (await ReservationModel.find(ids, "reference").lean()).map(
      ({ _id, reference }) => [_id, reference] as const,
    ),
  avis: async (ids: Ids) =>
    (await ReviewModel.find(ids, "authorName").lean()).map(
      ({ _id, authorName }) => [_id, `Avis ${ofName(authorName)}`] as const,
    ),
  droits: async (ids: Ids) =>
    (await PrivacyRequestModel.find(ids, "kind receivedOn").lean()).map(
      ({ _id, kind, receivedOn }) =>
        [_id, `${privacyWords(kind).label}, demande du ${formatDay(receivedOn)}`] as const,
    ),
  moderation: async (ids: Ids) =>
    (await ReportModel.find(ids, "createdAt").lean()).map(
      ({ _id, createdAt }) => [_id, `Reçu le ${formatInstant(createdAt)}`] as const,
    ),
  recours: async (ids: Ids) =>
    (await ModerationDecisionModel.find(ids, "at appeal.at").lean()).map(
      ({ _id, at, appeal }) => [_id, `reçu le ${formatInstant(appeal?.at ?? at)}`] as const,
    ),
};
/** A kind of record, by its part of the back-office's addresses. */
export type Kind = keyof typeof READS;
const KINDS = Object.keys(READS) as Kind[];

/** What the acts of each group are done to, by the first word of their names. */
const KINDS_OF: Readonly<Record<string, readonly Kind[]>> = {
  user: ["user"],
  master: ["user"],
  contact: ["contact"],
  privacy: ["droits"],
  review: ["avis"],
  report: ["location", "avis"],
  appeal: ["location", "avis", "user"],
  venue: ["location"],
  reservation: ["reservation"],
};
/** The cases whose key ends with a record's id. */
const KINDS_OF_CASE: Readonly<Partial<Record<CaseKind, readonly Kind[]>>> = {
  master: ["user"],
  owner: ["user"],
  payout: ["user"],
  review: ["avis"],
  report: ["location", "avis"],
  appeal: ["recours"],
  privacy: ["droits"],
};

const isId = (text: string) => /^[\da-f]{24}$/.test(text);
const groupOf = (act: AuditAct) => act.split(".")[0] ?? "";

/** A case's key in its parts, and the id it ends with; null: the target is no case. */
function caseOf(target: string) {
  const kind = kindOfKey(target);
  if (!kind) return null;
  return { kind, about: target.slice(kind.length + 1), id: target.split(":").at(-1) ?? "" };
}

/** The home page's part that a target of the gallery's acts is; null: it is another's. */
function galleryPart(target: string): string | null {
  const section = RENEWED_SECTIONS.find((one) => one === target);
  if (section) return SECTION_TITLES[section];
  const place = /^city:(\d)$/.exec(target)?.[1];
  return place === undefined ? null : `place ${Number(place) + 1}`;
}

/** Everything that entries speak of, as far as it is still there, by id: each kind is read once, and only where it is spoken of. */
export async function namesOf(entries: readonly AuditEntry[]): Promise<Names> {
  const asked = new Map<Kind, Set<string>>(KINDS.map((kind) => [kind, new Set()]));
  const ask = (kinds: readonly Kind[] | undefined, ...ids: readonly string[]) => {
    for (const kind of kinds ?? []) for (const id of ids.filter(isId)) asked.get(kind)?.add(id);
  };
  for (const { admin, act, target, before = "", after = "" } of entries) {
    ask(["user"], admin.toString(), before, after);
    ask(KINDS_OF[groupOf(act)], target);
    const known = caseOf(target);
    if (known) ask(KINDS_OF_CASE[known.kind], known.id);
  }
  return await namesOfRecords(asked);
}

/** The records of some ids, as far as they are still there: each kind is read once, and only where it is asked for. */
export async function namesOfRecords(
  asked: ReadonlyMap<Kind, ReadonlySet<string>>,
): Promise<Names> {
  const found = await Promise.all(
    [...asked].map(async ([kind, ids]): Promise<[string, NamedTarget][]> => {
      const rows = ids.size > 0 ? await READS[kind](anyOf([...ids])) : [];
      return rows.map(([_id, name]) => {
        const id = _id.toString();
        return [id, { name, href: `/admin/${kind}/${id}` }];
      });
    }),
  );
  return new Map(found.flat());
}

/**
 * What an entry's act was done to; null once that is gone. A file is named by its path; a case, which ends, by its kind
 * and what it is about.
 */
export function namedTarget(target: string, names: Names): NamedTarget | null {
  const named = names.get(target);
  if (named) return named;
  if (target.startsWith("/")) return { name: target, href: null };
  const ofGallery = galleryPart(target);
  if (ofGallery !== null) return { name: ofGallery, href: "/admin/gallery" };
  const known = caseOf(target);
  if (!known) return null;
  const { one } = CASE_KIND_LABELS[known.kind];
  const record = names.get(known.id);
  return record
    ? { name: `${one}, ${record.name}`, href: record.href }
    : { name: `${one} ${known.about}`, href: null };
}

/** A state as it was written; whoever stands in it by their id, by their name. */
export function wordsOf(state: string | undefined, names: Names): string | null {
  if (state === undefined) return null;
  return isId(state) ? (names.get(state)?.name ?? "un ancien compte") : state;
}
