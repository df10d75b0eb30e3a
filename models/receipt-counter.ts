import { Schema } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * The last number given of a series in a year. It is counted up in the transaction that writes the
 * document which carries the number, so that none is left out and none is given twice.
 */
export interface ReceiptCounter {
  /** `receipt:2027`, `credit_note:2027` */
  _id: string;
  last: number;
}

const schema = new Schema<ReceiptCounter>(
  {
    _id: { type: String, required: true },
    last: { type: Number, required: true, min: 1 },
  },
  { ...schemaOptions, collection: "receiptcounters" },
);

export const ReceiptCounterModel = defineModel("ReceiptCounter", schema);
