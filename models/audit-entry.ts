import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const AUDIT_ACTS = [
  "user.create",
  "user.ban",
  "user.unban",
  "user.delete",
  "user.end-sessions",
  "user.role",
  "user.second-factor",
  "user.act-for",
  "user.view",
  "user.view-end",
  "user.cancel-reservations",
  "reservation.read-stripe",
  "reservation.mail",
  "reservation.extend",
  "reservation.refund",
  "reservation.cancel",
  "master.validate",
  "master.refuse",
  "contact.status",
  "contact.answer",
  "contact.delete",
  "privacy.record",
  "privacy.identity",
  "privacy.extend",
  "privacy.fulfil",
  "privacy.refuse",
  "review.publish",
  "review.refuse",
  "report.dismiss",
  "venue.remove-photo",
  "venue.suspend",
  "venue.restore",
  "venue.cancel-reservations",
  "appeal.decide",
  "case.take",
  "case.take-over",
  "case.give-back",
  "case.settle",
  "case.read-stripe",
  "case.tell-owner",
  "mail.resend",
  "job.wake",
  "list.export",
  "gallery.city",
  "gallery.renew",
  "gallery.daily",
  "notice.create",
  "notice.change",
  "notice.end",
  "maintenance.start",
  "maintenance.end",
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/**
 * An administrator's act on someone's account or content: append-only, each entry carrying the hash of the
 * one before (app/admin/audit). It names people by their id alone, so that it can outlive their data.
 */
export interface AuditEntry {
  _id: Types.ObjectId;
  /** From 1, without a gap. */
  seq: number;
  admin: Types.ObjectId;
  act: AuditAct;
  /** The id of what it was done to; what has none is named by its part of the site, a file by its path. */
  target: string;
  /** In the admin's words. */
  why?: string;
  /** The state that changed, in words, as it was and as it is; a person by their id. */
  before?: string;
  after?: string;
  /** As they stand in the log. */
  requestId: string;
  address: string;
  at: Date;
  /** The hash of entry `seq - 1`; empty for the first. */
  previousHash: string;
  hash: string;
}

const schema = new Schema<AuditEntry>(
  {
    seq: { type: Number, required: true, min: 1 },
    admin: { type: Schema.Types.ObjectId, required: true },
    act: { type: String, enum: AUDIT_ACTS, required: true },
    target: { type: String, required: true },
    why: String,
    before: String,
    after: String,
    requestId: { type: String, required: true },
    address: { type: String, required: true },
    at: { type: Date, required: true },
    previousHash: { type: String, default: "" },
    hash: { type: String, required: true },
  },
  { ...schemaOptions, collection: "auditentries" },
);
schema.index({ seq: 1 }, { unique: true });
schema.index({ at: -1, _id: -1 });
schema.index({ target: 1, at: -1 });
schema.index({ act: 1, at: -1, _id: -1 });
schema.index({ admin: 1, at: -1, _id: -1 });

/** What was written stays: nothing in the product changes or takes away an entry. */
schema.pre(
  ["updateOne", "updateMany", "replaceOne", "findOneAndUpdate", "findOneAndReplace"],
  refuse,
);
schema.pre(["deleteOne", "deleteMany", "findOneAndDelete"], refuse);

function refuse(): never {
  throw new Error("The audit log is append-only.");
}

export const AuditEntryModel = defineModel("AuditEntry", schema);
