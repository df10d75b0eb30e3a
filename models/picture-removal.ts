import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * Bytes of a picture that nothing may show: noted before they are stored and before they are removed, and forgotten
 * when that is done. What a crash or a silent bucket leaves is removed by the job `sweep-images`.
 */
export interface PictureRemoval {
  /** The image's, or one of its own. */
  _id: Types.ObjectId;
  /** Whose bytes, where `_id` does not say it: noted by a move, beside which others may note the same. */
  image?: Types.ObjectId;
  widths: number[];
  since: Date;
  /** When the job tried last; absent before it did. */
  triedAt?: Date;
}

const schema = new Schema<PictureRemoval>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    image: { type: Schema.Types.ObjectId },
    widths: { type: [Number], required: true },
    since: { type: Date, required: true },
    triedAt: Date,
  },
  { ...schemaOptions, collection: "pictureremovals" },
);

export const PictureRemovalModel = defineModel("PictureRemoval", schema);
