import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";
import {
  APPEAL_OUTCOMES,
  DECIDED_KINDS,
  MEASURES,
  type AppealOutcome,
  type DecidedKind,
  type Measure,
} from "./enumerations";

/** What stands where words of, or about, somebody whose account is closed must be something. */
export const FORGOTTEN_WORDS = "Effacé avec un compte fermé.";

/** What the person concerned says against a decision, once, and what another administrator answers. */
export interface Appeal {
  text: string;
  at: Date;
  outcome?: AppealOutcome;
  /** Told to the person. */
  why?: string;
  admin?: Types.ObjectId;
  decidedAt?: Date;
}

/** A photo that was taken off its venue, and how it stood there. */
export interface RemovedPhoto {
  image: Types.ObjectId;
  /** What its owner called it; empty when it was called after the venue. */
  alt: string;
  /** From 0. */
  place: number;
}

/** What was decided of a venue, a review or an account, of what is reported of it or without a report. */
export interface ModerationDecision {
  _id: Types.ObjectId;
  kind: DecidedKind;
  target: Types.ObjectId;
  /** Whose venue, review or account it is; of what is gone with its account, whose reports are dismissed, nobody's. */
  person?: Types.ObjectId;
  measure: Measure;
  /** Told to whom it concerns: the reason and the facts. */
  why: string;
  admin: Types.ObjectId;
  at: Date;
  /** Of a photo that was taken off. */
  photo?: RemovedPhoto;
  appeal?: Appeal;
}

const schema = new Schema<ModerationDecision>(
  {
    kind: { type: String, enum: DECIDED_KINDS, required: true },
    target: { type: Schema.Types.ObjectId, required: true },
    person: { type: Schema.Types.ObjectId },
    measure: { type: String, enum: MEASURES, required: true },
    why: { type: String, required: true },
    admin: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
    photo: {
      type: new Schema<RemovedPhoto>(
        {
          image: { type: Schema.Types.ObjectId, required: true },
          // Not required: that would refuse the empty one.
          alt: String,
          place: { type: Number, required: true },
        },
        { _id: false },
      ),
    },
    appeal: {
      type: new Schema<Appeal>(
        {
          text: { type: String, required: true },
          at: { type: Date, required: true },
          outcome: { type: String, enum: APPEAL_OUTCOMES },
          why: String,
          admin: { type: Schema.Types.ObjectId },
          decidedAt: Date,
        },
        { _id: false },
      ),
    },
  },
  { ...schemaOptions, collection: "moderationdecisions" },
);
schema.index({ target: 1, at: -1 });
schema.index({ person: 1 });
schema.index({ "appeal.at": 1 }, SPARSE);

export const ModerationDecisionModel = defineModel("ModerationDecision", schema);
