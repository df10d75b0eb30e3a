import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

export const ACCESS_KINDS = ["user", "contact", "reservation", "privacy", "report"] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** An administrator looked at somebody's personal data. */
export interface AccessEntry {
  _id: Types.ObjectId;
  admin: Types.ObjectId;
  /**
   * `user`: an account's record, or an appeal of its holder's, `contact`: a message, `reservation`: whom it brings together,
   * `privacy`: a request about somebody's data, `report`: who reported something.
   */
  kind: AccessKind;
  target: Types.ObjectId;
  requestId: string;
  address: string;
  at: Date;
}

const schema = new Schema<AccessEntry>(
  {
    admin: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, enum: ACCESS_KINDS, required: true },
    target: { type: Schema.Types.ObjectId, required: true },
    requestId: { type: String, required: true },
    address: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "accessentries" },
);
schema.index({ target: 1, at: -1, _id: -1 });
schema.index({ admin: 1, at: -1, _id: -1 });
schema.index({ kind: 1, at: -1, _id: -1 });
schema.index({ at: -1, _id: -1 });

export const AccessEntryModel = defineModel("AccessEntry", schema);
