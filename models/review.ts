import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** What a buyer says of a venue after an ended reservation; one a reservation. */
export interface Review {
  _id: Types.ObjectId;
  reservation: Types.ObjectId;
  venue: Types.ObjectId;
  author: Types.ObjectId;
  /** As shown: first name and first letter of the last name, and the organisation if any. */
  authorName: string;
  authorEntity?: string;
  rating: number;
  text: string;
  publishedAt?: Date;
  createdAt: Date;
}

const schema = new Schema<Review>(
  {
    reservation: { type: Schema.Types.ObjectId, required: true },
    venue: { type: Schema.Types.ObjectId, required: true },
    author: { type: Schema.Types.ObjectId, required: true },
    authorName: { type: String, required: true },
    authorEntity: String,
    rating: { type: Number, required: true, min: 1, max: 5 },
    text: { type: String, required: true },
    publishedAt: Date,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "reviews" },
);
schema.index({ reservation: 1 }, { unique: true });
schema.index({ venue: 1, publishedAt: -1 });
schema.index({ publishedAt: -1 });

export const ReviewModel = defineModel("Review", schema);
