import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import {
  RENEWED_SECTIONS,
  RUN_OUTCOMES,
  type RenewedSection,
  type RunOutcome,
} from "./enumerations";

/** A renewal of the home page's tiles, kept for 90 days. */
export interface GalleryRun {
  /** `rooms:2026-11-21` for a day's own, so that there is one; else `rooms:{ObjectId}`. */
  _id: string;
  section: RenewedSection;
  startedAt: Date;
  /** How long it took, in milliseconds. */
  took: number;
  outcome: RunOutcome;
  /** How many venues are shown since. */
  tiles: number;
  /** The administrator who asked for it; absent: the daily job. */
  by?: Types.ObjectId;
}

const schema = new Schema<GalleryRun>(
  {
    _id: { type: String, required: true },
    section: { type: String, enum: RENEWED_SECTIONS, required: true },
    startedAt: { type: Date, required: true },
    took: { type: Number, required: true, min: 0 },
    outcome: { type: String, enum: RUN_OUTCOMES, required: true },
    tiles: { type: Number, required: true, min: 0 },
    by: Schema.Types.ObjectId,
  },
  { ...schemaOptions, collection: "galleryruns" },
);
schema.index({ section: 1, startedAt: -1 });
schema.index({ startedAt: 1 }, { expireAfterSeconds: 90 * 24 * 3_600 });

export const GalleryRunModel = defineModel("GalleryRun", schema);
