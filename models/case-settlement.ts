import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * A case of the queue 'À traiter' that an administrator put away, with the reason, because nothing else ends
 * it: a mail to an address that is gone, a payment that is no reservation's. It holds for what the case was then
 * (`mark`); what happens anew brings the case back.
 */
export interface CaseSettlement {
  /** The case: `mail:{id}`, `payment:{kind}:{paymentIntent}`, … */
  _id: string;
  mark: string;
  admin: Types.ObjectId;
  why: string;
  at: Date;
  /**
   * Of a refund's case: the cents of its payment that go back to the card no more, for they were paid otherwise or cannot be,
   * with those of before. It never becomes less, and holds whatever becomes of the case.
   */
  givenUp?: number;
}

const schema = new Schema<CaseSettlement>(
  {
    _id: { type: String, required: true },
    mark: { type: String, required: true },
    admin: { type: Schema.Types.ObjectId, required: true },
    why: { type: String, required: true },
    at: { type: Date, required: true },
    givenUp: { type: Number, validate: Number.isInteger, min: 0 },
  },
  { ...schemaOptions, collection: "casesettlements" },
);

export const CaseSettlementModel = defineModel("CaseSettlement", schema);
