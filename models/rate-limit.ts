import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** Tries of one kind by one address or account within a window; written by the rate limiter. */
export interface RateLimit {
  _id: Types.ObjectId;
  /** `bucket:` and a keyed hash: neither addresses nor e-mails are in clear here. */
  key: string;
  /** Tries so far. */
  points: number;
  /** End of the window. */
  expire: Date;
}

const schema = new Schema<RateLimit>(
  {
    key: { type: String, required: true },
    points: { type: Number, required: true },
    expire: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "ratelimits" },
);
schema.index({ key: 1 }, { unique: true });
// A key whose window has not ended.
schema.index({ key: 1, expire: 1 });
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });

export const RateLimitModel = defineModel("RateLimit", schema);
