import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** An administrator's act on someone's account or content, append-only. */
export interface AuditEntry {
  _id: Types.ObjectId;
  admin: Types.ObjectId;
  /** `user.ban`, `user.delete`, `master.validate`, … */
  act: string;
  target: string;
  why?: string;
  at: Date;
}

const schema = new Schema<AuditEntry>(
  {
    admin: { type: Schema.Types.ObjectId, required: true },
    act: { type: String, required: true },
    target: { type: String, required: true },
    why: String,
    at: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "auditentries" },
);
schema.index({ at: -1 });
schema.index({ target: 1, at: -1 });

export const AuditEntryModel = defineModel("AuditEntry", schema);
