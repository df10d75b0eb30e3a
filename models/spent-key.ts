import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * How many idempotency keys were used up on something at Stripe: calls that Stripe answered with an error, and whose
 * error it would repeat under their key for a day. Kept for good: who counts from nothing again could do twice what
 * another one is about to do.
 */
export interface SpentKey {
  /** What the keys are about: a payment's id, or the first key of what is made once. */
  _id: string;
  count: number;
  at: Date;
  /** When Stripe last failed under one itself: behind that error the deed may be done, also a while after it. */
  failedAt?: Date;
}

const schema = new Schema<SpentKey>(
  {
    _id: { type: String, required: true },
    count: { type: Number, required: true, validate: Number.isInteger, min: 1 },
    at: { type: Date, required: true },
    failedAt: Date,
  },
  { ...schemaOptions, collection: "spentkeys" },
);

export const SpentKeyModel = defineModel("SpentKey", schema);
