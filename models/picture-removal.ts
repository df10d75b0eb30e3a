import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/**
 * Bytes of a picture that nothing shows (any more) and that a bucket, which did not answer then, still has.
 * The job `sweep-images` removes them.
 */
export interface PictureRemoval {
  /** The image's. */
  _id: Types.ObjectId;
  widths: number[];
  since: Date;
}

const schema = new Schema<PictureRemoval>(
  {
    _id: { type: Schema.Types.ObjectId, required: true },
    widths: { type: [Number], required: true },
    since: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "pictureremovals" },
);

export const PictureRemovalModel = defineModel("PictureRemoval", schema);
