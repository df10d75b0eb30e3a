import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const LEDGER_TYPES = [
  "authorised",
  "released",
  "captured",
  "transferred",
  "fee",
  "refunded",
  "refund_failed",
  "transfer_reversed",
  "fee_refunded",
  "disputed",
  "dispute_withdrawn",
  "dispute_reinstated",
  "dispute_closed",
] as const;
export type LedgerType = (typeof LEDGER_TYPES)[number];

/**
 * A movement of money, append-only. Amounts are positive cents; the type says the direction. What only
 * says where a payment stands (`authorised`, `released`, `disputed`, `dispute_closed`) moves none.
 */
export interface LedgerEntry {
  /** `type:stripeId`, so that a repeated event writes nothing twice. */
  _id: string;
  reservation: Types.ObjectId;
  buyer: Types.ObjectId;
  owner: Types.ObjectId;
  type: LedgerType;
  amount: number;
  /** The Stripe object that moved it: `ch_…`, `tr_…`, `trr_…`, `fee_…`, `fr_…`, `re_…`, `dp_…`, `txn_…` */
  stripeId: string;
  /** Of what was taken back: the transfer or the fee that it is of. Absent: written down before this was kept. */
  of?: string;
  at: Date;
}

const schema = new Schema<LedgerEntry>(
  {
    _id: { type: String, required: true },
    reservation: { type: Schema.Types.ObjectId, required: true },
    buyer: { type: Schema.Types.ObjectId, required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    type: { type: String, enum: LEDGER_TYPES, required: true },
    amount: { type: Number, required: true, validate: Number.isInteger, min: 0 },
    stripeId: { type: String, required: true },
    of: String,
    at: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "ledgerentries" },
);
schema.index({ reservation: 1, at: 1 });
schema.index({ owner: 1, at: -1 });
// Sums of a period are read from it alone.
schema.index({ at: 1, type: 1, amount: 1 });
// So is who was paid in a year.
schema.index({ type: 1, at: -1, owner: 1 });

export const LedgerEntryModel = defineModel("LedgerEntry", schema);
