import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { partsTaken, type PaymentCase } from "./payment-case";

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
   * with those of before. It holds whatever becomes of the case, and becomes less by what somebody gives back to the card
   * nonetheless.
   */
  givenUp?: number;
  /** The case's own `takenBack`, as it was then: what of transfer and fee was taken for these cents. */
  takenBack?: PaymentCase["takenBack"];
  /**
   * Of what is an owner's again since a bank gave it back: the cents of its payment that were paid to them by hand, with those of
   * before. No movement of the payment has them.
   */
  paidByHand?: number;
}

const schema = new Schema<CaseSettlement>(
  {
    _id: { type: String, required: true },
    mark: { type: String, required: true },
    admin: { type: Schema.Types.ObjectId, required: true },
    why: { type: String, required: true },
    at: { type: Date, required: true },
    givenUp: { type: Number, validate: Number.isInteger, min: 0 },
    takenBack: { type: partsTaken, default: undefined },
    paidByHand: { type: Number, validate: Number.isInteger, min: 0 },
  },
  { ...schemaOptions, collection: "casesettlements" },
);

export const CaseSettlementModel = defineModel("CaseSettlement", schema);
