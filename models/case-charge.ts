import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** Who sees to a case of the queue 'À traiter'; a case without one is nobody's. */
export interface CaseCharge {
  /** The case: `master:{id}`, `mail:{id}`, … */
  _id: string;
  admin: Types.ObjectId;
  since: Date;
}

const schema = new Schema<CaseCharge>(
  {
    _id: { type: String, required: true },
    admin: { type: Schema.Types.ObjectId, required: true },
    since: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "casecharges" },
);

export const CaseChargeModel = defineModel("CaseCharge", schema);
