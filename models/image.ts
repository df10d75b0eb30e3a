import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";

export const IMAGE_PURPOSES = ["venue", "avatar", "gallery"] as const;
export type ImagePurpose = (typeof IMAGE_PURPOSES)[number];

/** A picture, re-encoded to WebP; its bytes lie where `platform/images/pictures.server.ts` says. */
export interface Image {
  _id: Types.ObjectId;
  owner: Types.ObjectId;
  purpose: ImagePurpose;
  /** Pixels of the largest size. */
  width: number;
  height: number;
  /** The widths that exist, ascending: those of 320, 640, 1280 and 1920 below its own, then its own. */
  widths: number[];
  /** Since when nothing shows it: just sent, or given up. Removed a day later. */
  draftSince?: Date;
  /** The decision that took it off its venue (models/moderation-decision): kept for its owner and an appeal. */
  removedBy?: Types.ObjectId;
  /** Of a venue's, the digest of the bytes that were sent for it: the same sent once more has another id. */
  sentAs?: string;
  createdAt: Date;
}

const schema = new Schema<Image>(
  {
    owner: { type: Schema.Types.ObjectId, required: true },
    purpose: { type: String, enum: IMAGE_PURPOSES, required: true },
    width: { type: Number, required: true },
    height: { type: Number, required: true },
    widths: { type: [Number], required: true },
    draftSince: Date,
    removedBy: { type: Schema.Types.ObjectId },
    sentAs: String,
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "images" },
);
schema.index({ owner: 1, createdAt: -1 });
schema.index({ draftSince: 1 }, SPARSE);
schema.index({ removedBy: 1 }, SPARSE);

export const ImageModel = defineModel("Image", schema);
