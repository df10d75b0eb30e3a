import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import {
  PERIODS,
  SLOTS,
  WISH_STATES,
  type Period,
  type Slot,
  type WishState,
} from "./enumerations";

/**
 * Somebody's place on a venue's waiting list: days that others have, and that are held for this person once
 * they come free. Days are YYYY-MM-DD in Europe/Paris.
 */
export interface Wish {
  _id: Types.ObjectId;
  user: Types.ObjectId;
  venue: Types.ObjectId;
  startDate: string;
  endDate: string;
  startSlot: Slot;
  endSlot: Slot;
  period: Period;
  /** How many days' notice its venue asked for when it was left; absent where that is not known. */
  noticeThen?: number;
  state: WishState;
  /** From when on a job looks whether it can be offered, or what became of its offer. */
  lookAt: Date;
  /** Since when each look at it fails, for a reason that nobody expected. */
  failingSince?: Date;
  /** Counted up whenever half days of the venue come free, so that a look that began before is no answer. */
  marks: number;
  /** Whose unpaid holds an offer counts among, by the ids of their guards. Gone once the wish is over. */
  guards?: string[];
  /** Once offered: the hold that keeps the days, or kept them last. */
  reservation?: Types.ObjectId;
  /** How often it came back to the list, for what was held for it ended while its venue could not be booked; absent: never. */
  timesBack?: number;
  createdAt: Date;
}

const schema = new Schema<Wish>(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    venue: { type: Schema.Types.ObjectId, required: true },
    startDate: { type: String, required: true },
    endDate: { type: String, required: true },
    startSlot: { type: String, enum: SLOTS, required: true },
    endSlot: { type: String, enum: SLOTS, required: true },
    period: { type: String, enum: PERIODS, required: true },
    noticeThen: Number,
    state: { type: String, enum: WISH_STATES, required: true },
    lookAt: { type: Date, required: true },
    failingSince: Date,
    marks: { type: Number, required: true, default: 0 },
    guards: { type: [String], default: undefined },
    reservation: Schema.Types.ObjectId,
    timesBack: Number,
    createdAt: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "wishes" },
);
schema.index({ user: 1, state: 1 });
schema.index({ venue: 1, state: 1 });
schema.index({ state: 1, lookAt: 1 });
schema.index({ failingSince: 1 }, { sparse: true });

export const WishModel = defineModel("Wish", schema);
