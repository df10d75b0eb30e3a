import { AUDIT_HEAD, type Setting } from "@models/setting";
import type { AuditAct, AuditEntry } from "@models/audit-entry";
import type { ContactMessage } from "@models/contact-message";
import type { GalleryTile } from "@models/gallery-tile";
import type { ModerationDecision } from "@models/moderation-decision";
import type { Review } from "@models/review";
import type { User } from "@models/user";
import { REVIEW_STATE_LABELS } from "~/admin/reviews/review-states";
import { sealOf, writeHead } from "~/admin/audit/chain";
import { addMinutes } from "~/platform/days";
import { idFor } from "./random";

const HOUR = 60;
const DAY = 24 * HOUR;

/** What the office has done by then. */
export interface OfficeWork {
  /** The first is the super-admin, the second of the support. */
  admins: readonly User[];
  masters: readonly User[];
  banned: readonly User[];
  reviews: readonly Review[];
  /** Of reviews that were refused. */
  decisions: readonly ModerationDecision[];
  contacts: readonly ContactMessage[];
  tiles: readonly GalleryTile[];
}

type Done = Pick<AuditEntry, "admin" | "act" | "target" | "at"> &
  Partial<Pick<AuditEntry, "why" | "before" | "after">>;

/** The log of what the demo's office has done, each entry sealed to the one before, and where it ends. */
export function makeAuditLog(
  work: OfficeWork,
  now: Date,
): { entries: AuditEntry[]; head: Setting } {
  const done = actsOf(work, now)
    .filter(({ at }) => at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const entries: AuditEntry[] = [];
  for (const [index, act] of done.entries()) {
    const unsealed = {
      ...act,
      seq: index + 1,
      requestId: `demo-${index + 1}`,
      address: "203.0.113.10",
      previousHash: entries.at(-1)?.hash ?? "",
    };
    entries.push({ _id: idFor(`audit:${index}`), ...unsealed, hash: sealOf(unsealed) });
  }
  const value = writeHead({ seq: entries.length, hash: entries.at(-1)?.hash ?? "" });
  return { entries, head: { _id: AUDIT_HEAD, value, updatedAt: now } };
}

function actsOf(
  { admins, masters, banned, reviews, decisions, contacts, tiles }: OfficeWork,
  now: Date,
): Done[] {
  const [chief, support = chief] = admins;
  if (!chief || !support) return [];
  const by = (admin: User, act: AuditAct, target: string, at: Date, more: Partial<Done> = {}) => ({
    ...{ admin: admin._id, act, target, at },
    ...more,
  });
  return [
    ...masters
      .filter(({ masterStatus }) => masterStatus !== "pending")
      .map(({ _id, createdAt, masterStatus, masterRefusal }) =>
        masterStatus === "refused"
          ? by(chief, "master.refuse", _id.toString(), addMinutes(createdAt, 2 * DAY), {
              ...{ why: masterRefusal, before: "à valider", after: "refusé" },
            })
          : by(chief, "master.validate", _id.toString(), addMinutes(createdAt, DAY), {
              ...{ before: "à valider", after: "validé" },
            }),
      ),
    ...banned.flatMap(({ _id, bannedAt, banReason }) =>
      bannedAt
        ? by(chief, "user.ban", _id.toString(), bannedAt, {
            ...{ why: banReason, before: "actif", after: "banni" },
          })
        : [],
    ),
    ...reviews.flatMap(({ _id, state, publishedAt }) =>
      state === "published" && publishedAt
        ? by(support, "review.publish", _id.toString(), publishedAt, {
            ...{ before: REVIEW_STATE_LABELS.pending, after: REVIEW_STATE_LABELS.published },
          })
        : [],
    ),
    ...decisions.map(({ target, why, at }) =>
      by(chief, "review.refuse", target.toString(), at, {
        ...{ why, before: REVIEW_STATE_LABELS.pending, after: REVIEW_STATE_LABELS.refused },
      }),
    ),
    ...contacts
      .filter(({ status }) => status)
      .map(({ _id, createdAt }) =>
        by(support, "contact.status", _id.toString(), addMinutes(createdAt, 5 * HOUR), {
          ...{ before: "en attente", after: "terminé" },
        }),
      ),
    ...tiles
      .filter(({ section }) => section === "city")
      .map(({ place, text }) =>
        by(chief, "gallery.city", `city:${place}`, addMinutes(now, -(10 * DAY) + place * 4), {
          ...{ before: "libre", after: text },
        }),
      ),
  ];
}
