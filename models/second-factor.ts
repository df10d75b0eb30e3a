import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** What an administrator proves the second step of a login with (app/accounts/totp.server.ts). */
export interface SecondFactor {
  /** The account's id. */
  _id: Types.ObjectId;
  /** The secret of the authenticator app, sealed with a key made of the server's secret. */
  sealedSecret: string;
  /** The 30-second step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: number;
  /** Keyed hashes of the recovery codes that are left. */
  recoveryHashes: string[];
  /** Nobody has said yet that they have them: the one answer that shows them may have been lost. */
  codesUnseen?: true;
  enrolledAt: Date;
}

const schema = new Schema<SecondFactor>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    sealedSecret: { type: String, required: true },
    lastStep: { type: Number, required: true },
    recoveryHashes: { type: [String], required: true },
    codesUnseen: Boolean,
    enrolledAt: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "secondfactors" },
);

export const SecondFactorModel = defineModel("SecondFactor", schema);
