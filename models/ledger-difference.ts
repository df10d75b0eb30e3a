import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import { LEDGER_TYPES, type LedgerType } from "./ledger-entry";

/** A movement of money that the ledger and the platform's balance at Stripe do not tell alike. Cents. */
export interface LedgerDifference {
  /** As the ledger's entry is called, or would be: `type:stripeId`. */
  _id: string;
  type: LedgerType;
  stripeId: string;
  /** Absent: the ledger does not have it. */
  ledgerAmount?: number;
  /** Absent: Stripe does not have it. */
  stripeAmount?: number;
  /** When the money moved. */
  at: Date;
  /** Known where the ledger has an entry, or Stripe says what was paid for. */
  reservation?: Types.ObjectId;
  /** As Stripe says where the ledger has none: what the payment names, that reservation or a supplement of it. */
  record?: Types.ObjectId;
  /** And that payment, which may be one of an attempt that was given up. */
  paymentIntentId?: string;
  /** When it was noticed first. */
  since: Date;
  /** Set once both say the same. */
  closedAt?: Date;
}

const schema = new Schema<LedgerDifference>(
  {
    _id: { type: String, required: true },
    type: { type: String, enum: LEDGER_TYPES, required: true },
    stripeId: { type: String, required: true },
    ledgerAmount: Number,
    stripeAmount: Number,
    at: { type: Date, required: true },
    reservation: Schema.Types.ObjectId,
    record: Schema.Types.ObjectId,
    paymentIntentId: String,
    since: { type: Date, required: true },
    closedAt: Date,
  },
  { ...schemaOptions, collection: "ledgerdifferences" },
);
schema.index({ closedAt: 1, since: 1 });
schema.index({ reservation: 1 }, SPARSE);

export const LedgerDifferenceModel = defineModel("LedgerDifference", schema);
