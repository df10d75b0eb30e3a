import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  REPORT_KINDS,
  REPORT_REASON_CODES,
  type ReportKind,
  type ReportReason,
} from "./enumerations";

/** Somebody says that a venue or a review should not be there as it is; no account is needed. */
export interface Report {
  _id: Types.ObjectId;
  kind: ReportKind;
  /** The venue's id, or the review's. */
  target: Types.ObjectId;
  reason: ReportReason;
  text: string;
  /** To be told what becomes of it; as it was typed, not confirmed. */
  email?: string;
  /** Whoever was logged in. */
  reporter?: Types.ObjectId;
  /** Set once it is decided: `ModerationDecision`. */
  decision?: Types.ObjectId;
  createdAt: Date;
}

const schema = new Schema<Report>(
  {
    kind: { type: String, enum: REPORT_KINDS, required: true },
    target: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, enum: REPORT_REASON_CODES, required: true },
    text: { type: String, required: true },
    email: String,
    reporter: { type: Schema.Types.ObjectId },
    decision: { type: Schema.Types.ObjectId },
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "reports" },
);
schema.index({ target: 1, createdAt: -1 });
schema.index({ decision: 1, createdAt: 1 });
schema.index({ reporter: 1 }, SPARSE);
schema.index({ email: 1 }, SPARSE);

export const ReportModel = defineModel("Report", schema);
