import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { CONTACT_TYPES, type ContactType } from "./enumerations";

export interface ContactAnswer {
  by: Types.ObjectId;
  at: Date;
  text: string;
}

const answer = new Schema<ContactAnswer>(
  {
    by: { type: Schema.Types.ObjectId, required: true },
    at: { type: Date, required: true },
    text: { type: String, required: true },
  },
  { _id: false },
);

/** A message left on /contact. `status`: true once someone has dealt with it. */
export interface ContactMessage {
  _id: Types.ObjectId;
  type: ContactType;
  email: string;
  phone?: string;
  name: string;
  lastname: string;
  description: string;
  status: boolean;
  /** What was answered by mail, and by which administrator. */
  answers?: ContactAnswer[];
  createdAt: Date;
}

const schema = new Schema<ContactMessage>(
  {
    type: { type: String, enum: CONTACT_TYPES, required: true },
    email: { type: String, required: true },
    phone: String,
    name: { type: String, required: true },
    lastname: { type: String, required: true },
    description: { type: String, required: true },
    status: { type: Boolean, required: true, default: false },
    answers: { type: [answer], default: undefined },
    createdAt: { type: Date, required: true, default: () => new Date() },
  },
  { ...schemaOptions, collection: "contactmessages" },
);
schema.index({ createdAt: -1, _id: -1 });
schema.index({ status: 1, createdAt: -1, _id: -1 });
schema.index({ type: 1, createdAt: -1, _id: -1 });
// As an account that closes asks for them, and whoever asks for their data.
schema.index({ email: 1 });

export const ContactMessageModel = defineModel("ContactMessage", schema);
