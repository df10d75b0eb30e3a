import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * That reservations to come are called off with a ban or a suspension: from its own commit until none of them stands, or it is
 * taken back, so that a job goes on with what a process leaves that ends in between, and with what could not be called off then.
 */
export interface CallingOff {
  /** Whose: `user:{id}` or `venue:{id}`. */
  _id: `user:${string}` | `venue:${string}`;
  /** Who decided it, and from where, as they stand in the log. */
  admin: Types.ObjectId;
  requestId: string;
  address: string;
  why: string;
  /** Those that the decision's page said. */
  reservations: Types.ObjectId[];
  /** The moment of the ban or suspension; once that is taken back, nothing more is called off. */
  at: Date;
}

const schema = new Schema<CallingOff>(
  {
    _id: { type: String, required: true },
    admin: { type: Schema.Types.ObjectId, required: true },
    requestId: { type: String, required: true },
    address: { type: String, required: true },
    why: { type: String, required: true },
    reservations: { type: [Schema.Types.ObjectId], required: true },
    at: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "callingoffs" },
);
schema.index({ at: 1 });

export const CallingOffModel = defineModel("CallingOff", schema);
