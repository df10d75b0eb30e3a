import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** What is counted of visits: pages that were shown, never to whom. */
export const VISIT_NAMES = ["search", "search_empty", "venue"] as const;
export type VisitName = (typeof VISIT_NAMES)[number];

/** How often something happened on a day of Paris (decisions/032). */
export interface DayCount {
  /** `2026-11-22:search` */
  _id: string;
  day: string;
  name: VisitName;
  count: number;
}

const schema = new Schema<DayCount>(
  {
    _id: { type: String, required: true },
    day: { type: String, required: true },
    name: { type: String, enum: VISIT_NAMES, required: true },
    count: { type: Number, required: true, min: 0 },
  },
  { ...schemaOptions, collection: "daycounts" },
);
schema.index({ day: 1, name: 1 }, { unique: true });

export const DayCountModel = defineModel("DayCount", schema);
