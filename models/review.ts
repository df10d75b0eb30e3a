import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { REVIEW_STATES, type ReviewState } from "./enumerations";

/** What a buyer says of a venue after an ended reservation; one a reservation. */
export interface Review {
  _id: Types.ObjectId;
  reservation: Types.ObjectId;
  venue: Types.ObjectId;
  author: Types.ObjectId;
  /** As everybody may read it: an organisation's own name, else first name and first letter of the last name. */
  authorName: string;
  /** The reservation's first day, `YYYY-MM-DD`. */
  stayDay: string;
  /** 1 to 5. */
  rating: number;
  text: string;
  state: ReviewState;
  /** While it is published: since when. */
  publishedAt?: Date;
  /** While it is refused: why, as its author was told. */
  refusal?: string;
  createdAt: Date;
}

const schema = new Schema<Review>(
  {
    reservation: { type: Schema.Types.ObjectId, required: true },
    venue: { type: Schema.Types.ObjectId, required: true },
    author: { type: Schema.Types.ObjectId, required: true },
    authorName: { type: String, required: true },
    stayDay: { type: String, required: true },
    rating: { type: Number, required: true, min: 1, max: 5, validate: Number.isInteger },
    text: { type: String, required: true },
    state: { type: String, enum: REVIEW_STATES, required: true, default: "pending" },
    publishedAt: Date,
    refusal: String,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "reviews" },
);
schema.index({ reservation: 1 }, { unique: true });
schema.index({ author: 1 });
schema.index({ venue: 1, state: 1, publishedAt: -1, _id: -1 });
schema.index({ state: 1, publishedAt: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ state: 1, createdAt: -1, _id: -1 });

export const ReviewModel = defineModel("Review", schema);
