import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * One for each account and each address that takes days without having paid them yet. Whoever takes
 * days writes to it in the same transaction, so that of two at once, in whatever processes, one sees
 * what the other has taken: what bounds unpaid holds (rules/hold-limits) is counted after it.
 */
export interface HoldGuard {
  /** `account:` and its id, or `address:` and a keyed hash: no address is in clear here. */
  _id: string;
  turns: number;
  /** When nobody needs it any more; one that is gone is made again. */
  expire: Date;
}

const schema = new Schema<HoldGuard>(
  {
    _id: { type: String, required: true },
    turns: { type: Number, required: true },
    expire: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "holdguards" },
);
schema.index({ expire: 1 }, { expireAfterSeconds: 0 });

export const HoldGuardModel = defineModel("HoldGuard", schema);
