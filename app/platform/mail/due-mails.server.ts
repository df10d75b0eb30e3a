import { MailModel, type Mail } from "@models/mail";
import { trusted } from "mongoose";

/** Longer than one delivery can take (SEND_TIMEOUT_MS of deliver-mails.server.ts), so that a lease never ends under way. */
const LEASE_MS = 120_000;
/** How many mails are looked up at a time. */
const LOOKED_UP = 100;
const BODY =
  "to replyTo isTyped subject text html attachment attempts refusedSince createdAt requeuedAt";

type Stored = Pick<
  Mail,
  | "_id"
  | "to"
  | "replyTo"
  | "isTyped"
  | "subject"
  | "text"
  | "html"
  | "attachment"
  | "attempts"
  | "refusedSince"
  | "createdAt"
  | "requeuedAt"
>;

export interface QueuedMail extends Stored {
  /** When its turn was, before it was claimed. */
  dueAt: Date;
}

/** The mails that are due: looked up some at a time, oldest first, and claimed one by one. */
export class DueMails {
  #found: Pick<Mail, "_id" | "attempts" | "nextAttemptAt">[] = [];
  #looking: Promise<void> | null = null;
  #order: 1 | -1 = 1;

  async any(at: Date): Promise<boolean> {
    await this.#look(at);
    return this.#found.length > 0;
  }

  /** The youngest come first from here on. */
  turnRound(): void {
    if (this.#order === -1) return;
    this.#order = -1;
    this.#found = [];
  }

  /** The next one, for this process alone until its lease ends; null when none is due. */
  async claim(at: Date): Promise<QueuedMail | null> {
    for (;;) {
      const next = this.#found.shift();
      if (!next) {
        await (this.#looking ??= this.#look(at));
        if (this.#found.length === 0) return null;
        continue;
      }
      const { matchedCount } = await MailModel.updateOne(
        { ...claimOf(next), nextAttemptAt: trusted({ $lte: at }) },
        { $set: { nextAttemptAt: new Date(at.getTime() + LEASE_MS) }, $inc: { attempts: 1 } },
      );
      // Otherwise another process has it.
      if (matchedCount === 0) continue;
      const mail = await MailModel.findById(next._id, BODY).lean<Stored>();
      if (mail) return { ...mail, dueAt: next.nextAttemptAt };
    }
  }

  async #look(at: Date): Promise<void> {
    try {
      this.#found = await MailModel.find(
        { status: "queued", nextAttemptAt: trusted({ $lte: at }) },
        "attempts nextAttemptAt",
      )
        .sort({ nextAttemptAt: this.#order })
        .limit(LOOKED_UP)
        .lean();
    } finally {
      this.#looking = null;
    }
  }
}

/** Holds only while nobody else has claimed the mail since. */
export function claimOf(mail: Pick<QueuedMail, "_id" | "attempts">) {
  return { _id: mail._id, status: "queued" as const, attempts: mail.attempts };
}

/**
 * To whom mails wait that were first refused, for what may be our sender, in runs that began after the server last took one.
 * What it refused before that, or beside it, is no sign of it, however often it does so again.
 */
export async function readersRefusedSinceOneLeft(): Promise<string[]> {
  const left = await MailModel.findOne({ status: "sent" }, "sentAt")
    .sort({ nextAttemptAt: -1 })
    .lean();
  const refusedSince = trusted({ $gt: left?.sentAt ?? new Date(0) });
  return await MailModel.distinct("to", { refusedSince });
}
