import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  IDENTITY_PROOFS,
  PRIVACY_CHANNELS,
  PRIVACY_KINDS,
  PRIVACY_OUTCOMES,
  type IdentityProof,
  type PrivacyChannel,
  type PrivacyKind,
  type PrivacyOutcome,
} from "./enumerations";

/**
 * Somebody asks for their rights over their personal data, by another way than their settings. The law gives the
 * team a month to answer. What names the person goes long before the bare fact that they were answered.
 */
export interface PrivacyRequest {
  _id: Types.ObjectId;
  kind: PrivacyKind;
  channel: PrivacyChannel;
  /** The day that it reached the team, `YYYY-MM-DD` in Paris: its clock runs from there. */
  receivedOn: string;
  /** The last day to answer. */
  dueOn: string;
  /** Whom it comes from, and is answered to. Absent once it is forgotten. */
  email?: string;
  name?: string;
  /** What was asked, in the person's words or the team's. */
  details?: string;
  /** The account of that address, when there is one. */
  user?: Types.ObjectId;
  /** The message that it was made of; it may be deleted by now. */
  message?: Types.ObjectId;
  /** Absent: nobody has made sure yet. */
  identity?: IdentityProof;
  /** Given two months more; why was told to the person. */
  extendedAt?: Date;
  /** Absent: it waits. */
  outcome?: PrivacyOutcome;
  closedAt?: Date;
  /** What was told to the person. */
  answer?: string;
  createdAt: Date;
}

const schema = new Schema<PrivacyRequest>(
  {
    kind: { type: String, enum: PRIVACY_KINDS, required: true },
    channel: { type: String, enum: PRIVACY_CHANNELS, required: true },
    receivedOn: { type: String, required: true },
    dueOn: { type: String, required: true },
    email: String,
    name: String,
    details: String,
    user: { type: Schema.Types.ObjectId },
    message: { type: Schema.Types.ObjectId },
    identity: { type: String, enum: IDENTITY_PROOFS },
    extendedAt: Date,
    outcome: { type: String, enum: PRIVACY_OUTCOMES },
    closedAt: Date,
    answer: String,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "privacyrequests" },
);
schema.index({ createdAt: -1, _id: -1 });
schema.index({ kind: 1, createdAt: -1, _id: -1 });
schema.index({ outcome: 1, dueOn: 1 });
schema.index({ email: 1 }, SPARSE);
schema.index({ user: 1 }, SPARSE);
schema.index({ closedAt: 1 }, SPARSE);
schema.index({ message: 1 }, { ...SPARSE, unique: true });

export const PrivacyRequestModel = defineModel("PrivacyRequest", schema);
