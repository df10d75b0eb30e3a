import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import { SPARSE } from "./engine";

export const MAIL_STATUSES = ["queued", "sent", "failed"] as const;

/** A message to send; written in the transaction of what it tells about, sent by a job that retries. */
export interface Mail {
  _id: Types.ObjectId;
  /** What it tells about, once: `reservation-confirmed:{id}:buyer`. */
  key: string;
  /** The id of the reservation that it tells about, if it is one. */
  about?: string;
  to: string;
  /** When it followed its account to this address; absent: it was written to it. */
  movedAt?: Date;
  /** Where an answer to it goes; absent: to nobody. */
  replyTo?: string;
  /** A person typed it, to one reader: it does not say that a program made it. */
  isTyped?: true;
  subject: string;
  /** The body, as plain text and as HTML; gone once it left, for it may hold codes and links. */
  text?: string;
  html?: string;
  /** A small file beside it, as text; gone with the body. */
  attachment?: { name: string; type: string; content: string };
  /** It tells of somebody whose account was closed while it waited: given up, it loses its body. */
  bodyEnds?: true;
  status: (typeof MAIL_STATUSES)[number];
  /** It failed, and an administrator put it away: the queue 'À traiter' does not look for it any more. */
  putAway?: true;
  /** Deliveries begun; also tells one claim from the next. */
  attempts: number;
  /** When it may be taken: its turn, or the end of the lease of the delivery under way. */
  nextAttemptAt: Date;
  lastError?: string;
  /** Since when its server has refused it for what may be our sender: when the run of the first such try began. */
  refusedSince?: Date;
  sentAt?: Date;
  createdAt: Date;
  /** When an administrator had it sent once more, after it was given up: its date from then on. */
  requeuedAt?: Date;
}

const schema = new Schema<Mail>(
  {
    key: { type: String, required: true },
    about: String,
    to: { type: String, required: true },
    movedAt: Date,
    replyTo: String,
    isTyped: Boolean,
    subject: { type: String, required: true },
    text: String,
    html: String,
    attachment: {
      type: new Schema(
        {
          name: { type: String, required: true },
          type: { type: String, required: true },
          content: { type: String, required: true },
        },
        { _id: false, strict: "throw" },
      ),
    },
    bodyEnds: Boolean,
    status: { type: String, enum: MAIL_STATUSES, required: true, default: "queued" },
    putAway: Boolean,
    attempts: { type: Number, required: true, default: 0 },
    nextAttemptAt: { type: Date, required: true },
    lastError: String,
    refusedSince: Date,
    sentAt: Date,
    createdAt: { type: Date, required: true, default: () => new Date() },
    requeuedAt: Date,
  },
  { ...schemaOptions, collection: "mails" },
);
schema.index({ key: 1 }, { unique: true });
schema.index({ status: 1, nextAttemptAt: 1 });
schema.index({ about: 1 }, SPARSE);
// Few have it, also while a queue of thousands is refused.
schema.index({ refusedSince: 1 }, SPARSE);
// The file of an account, or of an address, has the mails to it. What could still leave goes with the address, or follows to another
// one, in that transaction; the record of the others after it, some hundreds at a time (decisions 008 and 050).
schema.index({ to: 1 });

export const MailModel = defineModel("Mail", schema);
