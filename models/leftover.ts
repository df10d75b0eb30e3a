import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const LEFTOVER_KINDS = ["mails", "moved-mails", "bodies", "days", "images"] as const;

/**
 * What a transaction has left to be done in batches once it is committed, for it would be too much for one: written in it, and gone
 * once all of it is done.
 */
export interface Leftover {
  _id: Types.ObjectId;
  kind: (typeof LEFTOVER_KINDS)[number];
  account?: Types.ObjectId;
  address?: string;
  blocks?: string[];
  /** What came later is not meant. */
  at: Date;
}

/** What each kind is about. */
export type Rest =
  /** Mails to an address that is forgotten. */
  | { kind: "mails"; address: string }
  /** Mails to the former address of an account that has another one. */
  | { kind: "moved-mails"; account: Types.ObjectId; address: string }
  /** What others were written about the reservations of a closed account, and who it was in those of its venues. */
  | { kind: "bodies"; account: Types.ObjectId }
  /** The images of a closed account. */
  | { kind: "images"; account: Types.ObjectId }
  /** Half days that imported calendars, by their ids, closed at venues that are deleted. */
  | { kind: "days"; blocks: string[] };

const schema = new Schema<Leftover>(
  {
    kind: { type: String, enum: LEFTOVER_KINDS, required: true },
    account: Schema.Types.ObjectId,
    address: String,
    blocks: { type: [String], default: undefined },
    at: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "leftovers" },
);

export const LeftoverModel = defineModel("Leftover", schema);
