import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const GALLERY_SECTIONS = ["city", "rooms", "news"] as const;
export type GallerySection = (typeof GALLERY_SECTIONS)[number];

/** A tile of the home page: a city's, or a venue's (rooms, news). */
export interface GalleryTile {
  /** `city:0` … `city:4`, `rooms:0` …, `news:0` … */
  _id: string;
  section: GallerySection;
  /** Zero-based place within the section. */
  place: number;
  text: string;
  image?: Types.ObjectId;
  venue?: Types.ObjectId;
  updatedAt: Date;
}

const schema = new Schema<GalleryTile>(
  {
    _id: { type: String, required: true },
    section: { type: String, enum: GALLERY_SECTIONS, required: true },
    place: { type: Number, required: true, min: 0 },
    text: { type: String, required: true },
    image: Schema.Types.ObjectId,
    venue: Schema.Types.ObjectId,
    updatedAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "gallerytiles" },
);
schema.index({ section: 1, place: 1 }, { unique: true });

export const GalleryTileModel = defineModel("GalleryTile", schema);
