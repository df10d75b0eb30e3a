import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";

/** A login. The cookie holds a random token; only its sha256 is stored, as the `_id`. */
export interface Session {
  _id: string;
  userId: Types.ObjectId;
  createdAt: Date;
  lastUsedAt: Date;
  /** 14 days after the last use, and 90 after the login at the latest. */
  expiresAt: Date;
  /** When an administrator passed the second step of the login; absent: not yet. */
  secondFactorAt?: Date;
  /** When an administrator last gave their password again, in this session. */
  confirmedAt?: Date;
  /** An administrator looks at the site as this person does, and changes nothing, until then. */
  viewing?: { userId: Types.ObjectId; until: Date };
  /** What the person recognises a device by, in their list of sessions. */
  userAgent?: string;
}

const schema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: Schema.Types.ObjectId, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    secondFactorAt: Date,
    confirmedAt: Date,
    viewing: new Schema(
      {
        userId: { type: Schema.Types.ObjectId, required: true },
        until: { type: Date, required: true },
      },
      { _id: false },
    ),
    userAgent: String,
  },
  { ...schemaOptions, collection: "sessions" },
);
schema.index({ userId: 1, lastUsedAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const SessionModel = defineModel("Session", schema);
