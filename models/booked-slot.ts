import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import { SLOTS, type Slot } from "./enumerations";

/** What marks half days that an owner closed by hand. */
export const BY_OWNER = "owner";

/**
 * A half day of a venue that is taken, by a live reservation or by a block of its owner. The `_id`
 * is `venue:YYYY-MM-DD:AM|PM`: inserting it is the only thing that decides whether a day is free,
 * and its duplicate-key error is the conflict. Never under a TTL index: days are freed in the
 * transaction that ends what holds them.
 */
export interface BookedSlot {
  _id: string;
  venue: Types.ObjectId;
  day: string;
  slot: Slot;
  reservation?: Types.ObjectId;
  /** Kept free before or after the reservation's own days. */
  preparation?: true;
  /** Closed by the owner (`BY_OWNER`) or by an imported calendar (its id). */
  block?: string;
  /** Counted up by the first reading of a calendar that waits for it: who gives it free meanwhile starts again, and sees that. */
  marks?: number;
}

const schema = new Schema<BookedSlot>(
  {
    _id: { type: String, required: true },
    venue: { type: Schema.Types.ObjectId, required: true },
    day: { type: String, required: true },
    slot: { type: String, enum: SLOTS, required: true },
    reservation: Schema.Types.ObjectId,
    preparation: Boolean,
    block: String,
    marks: Number,
  },
  { ...schemaOptions, collection: "bookedslots" },
);
schema.index({ venue: 1, day: 1, slot: 1 }, { unique: true });
schema.index({ day: 1, venue: 1 });
schema.index({ reservation: 1 }, SPARSE);
schema.index({ block: 1 }, SPARSE);

export const BookedSlotModel = defineModel("BookedSlot", schema);
