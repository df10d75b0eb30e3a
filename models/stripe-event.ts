import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** A webhook event, stored by its id before it is acted on; nothing of its body is trusted. */
export interface StripeEvent {
  _id: string;
  type: string;
  endpoint: "platform" | "connect";
  /** The object it speaks of, or the connected account that it happened on. */
  objectId: string;
  receivedAt: Date;
  handledAt?: Date;
  /** How often the reconciliation failed to act on it, and when it tries again. */
  attempts?: number;
  nextAttemptAt?: Date;
}

const schema = new Schema<StripeEvent>(
  {
    _id: { type: String, required: true },
    type: { type: String, required: true },
    endpoint: { type: String, enum: ["platform", "connect"], required: true },
    objectId: { type: String, required: true },
    receivedAt: { type: Date, required: true },
    handledAt: Date,
    attempts: Number,
    nextAttemptAt: Date,
  },
  { ...schemaOptions, collection: "stripeevents" },
);
schema.index({ handledAt: 1, receivedAt: 1 });
schema.index({ objectId: 1 });

export const StripeEventModel = defineModel("StripeEvent", schema);
