import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** A filter of a list of the back-office that an administrator keeps under a name of their own. */
export interface SavedFilter {
  _id: Types.ObjectId;
  admin: Types.ObjectId;
  /** The list's address: `/admin/contact`. */
  list: string;
  name: string;
  /** The list's address under the filter, with what the list knows alone: `/admin/contact?etat=terminer`. */
  path: string;
  createdAt: Date;
}

const schema = new Schema<SavedFilter>(
  {
    admin: { type: Schema.Types.ObjectId, required: true },
    list: { type: String, required: true },
    name: { type: String, required: true },
    path: { type: String, required: true },
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "savedfilters" },
);
schema.index({ admin: 1, list: 1, name: 1 }, { unique: true });

export const SavedFilterModel = defineModel("SavedFilter", schema);
