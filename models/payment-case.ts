import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const PAYMENT_CASE_KINDS = [
  "refund_refused",
  "refund_failing",
  "refund_disputed",
  "refund_unfunded",
  "take_back_refused",
  "dispute_reinstated",
  "reservation_lost",
] as const;
export type PaymentCaseKind = (typeof PAYMENT_CASE_KINDS)[number];

/**
 * What a payment needs a person for, because the program must not go on by itself:
 * - `refund_refused`: Stripe refuses a refund that is due
 * - `refund_failing`: the payer's bank sends every refund back
 * - `refund_disputed`: a refund is due while the payer's bank has the money, or claims it
 * - `refund_unfunded`: a refund waits at Stripe until the platform's balance is funded
 * - `take_back_refused`: Stripe refuses to take back what an owner owes
 * - `dispute_reinstated`: money of a lost dispute came back, after the owner's part had been taken back
 * - `reservation_lost`: it names a reservation that is not here, as after a restore, and has its payer's money,
 *   or has left a part of it with its owner
 */
export interface PaymentCase {
  /** `kind:paymentIntent`: the same case is opened once. */
  _id: string;
  kind: PaymentCaseKind;
  reservation: Types.ObjectId;
  paymentIntentId: string;
  /** Cents that it is about. */
  amount: number;
  /** Of a refund: the payment's cents that the team had given up before (`CaseSettlement.givenUp`), beside the amount. */
  givenUpBefore?: number;
  /** Of a refund: what has come back of transfer and fee beyond their share of what is with the payer, in cents. */
  takenBack?: { transfer: number; fee: number };
  /** What happened, as Stripe said it where Stripe refused; the latest time it did. */
  reason: string;
  since: Date;
  /** When it was last found to be so. */
  seenAt?: Date;
  /** Of a refund: when Stripe was asked for it once more, and has not said yet what it did. */
  askedAt?: Date;
  /** Set while a person puts it away. */
  putAwayAt?: Date;
  /** Set once nothing is due any more. */
  closedAt?: Date;
}

const cents = { type: Number, required: true, validate: Number.isInteger, min: 0 } as const;
/** Cents of a payment's transfer and of its fee. */
export const partsTaken = new Schema({ transfer: cents, fee: cents }, { _id: false });

const schema = new Schema<PaymentCase>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: PAYMENT_CASE_KINDS, required: true },
    reservation: { type: Schema.Types.ObjectId, required: true },
    paymentIntentId: { type: String, required: true },
    amount: { type: Number, required: true, validate: Number.isInteger, min: 0 },
    givenUpBefore: { type: Number, validate: Number.isInteger, min: 0 },
    takenBack: { type: partsTaken, default: undefined },
    reason: { type: String, required: true },
    since: { type: Date, required: true },
    seenAt: Date,
    askedAt: Date,
    putAwayAt: Date,
    closedAt: Date,
  },
  { ...schemaOptions, collection: "paymentcases" },
);
schema.index({ closedAt: 1, since: 1 });
schema.index({ paymentIntentId: 1 });
schema.index({ reservation: 1 });

export const PaymentCaseModel = defineModel("PaymentCase", schema);
