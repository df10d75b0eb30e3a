import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { TOKEN_SCOPES, type TokenScope } from "./enumerations";

/** What lets a program of its holder's call /api. Only the sha256 of the token is stored. */
export interface ApiToken {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  /** What its holder knows it by. */
  name: string;
  hash: string;
  scope: TokenScope;
  createdAt: Date;
  /** To the minute; absent: never used. */
  lastUsedAt?: Date;
  /** Absent: until it is revoked. */
  expiresAt?: Date;
}

const schema = new Schema<ApiToken>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    hash: { type: String, required: true },
    scope: { type: String, enum: TOKEN_SCOPES, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
    expiresAt: Date,
  },
  { ...schemaOptions, collection: "apitokens" },
);
schema.index({ hash: 1 }, { unique: true });
schema.index({ userId: 1, createdAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const ApiTokenModel = defineModel("ApiToken", schema);
