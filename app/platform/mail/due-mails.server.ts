import { MailModel, type Mail } from "@models/mail";
import { trusted } from "mongoose";
import { isOfReader } from "./mail-refusals";
import { retryDelay } from "./mail-retry";

/** Longer than one delivery can take (SEND_TIMEOUT_MS of deliver-mails.server.ts), so that a lease never ends under way. */
const LEASE_MS = 120_000;
/** How many mails are looked up at a time. */
const LOOKED_UP = 100;
const BODY = "to replyTo subject text html attachment attempts createdAt requeuedAt";

export type QueuedMail = Pick<
  Mail,
  | "_id"
  | "to"
  | "replyTo"
  | "subject"
  | "text"
  | "html"
  | "attachment"
  | "attempts"
  | "createdAt"
  | "requeuedAt"
>;

/** The mails that are due: looked up some at a time, oldest first, and claimed one by one. */
export class DueMails {
  #found: Pick<Mail, "_id" | "attempts">[] = [];
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
      if (matchedCount > 0) return await MailModel.findById(next._id, BODY).lean<QueuedMail>();
    }
  }

  async #look(at: Date): Promise<void> {
    try {
      this.#found = await MailModel.find(
        { status: "queued", nextAttemptAt: trusted({ $lte: at }) },
        "attempts",
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
 * To whom mails wait for another try at `at` that the last one failed for, since the server last took any (and its lease
 * ended: what was tried beside that one says nothing), and not for the reader's own mailbox.
 */
export async function readersRefusedSinceOneLeft(at: Date): Promise<string[]> {
  const left = await MailModel.findOne({ status: "sent" }, "nextAttemptAt")
    .sort({ nextAttemptAt: -1 })
    .lean();
  const waiting = await MailModel.find(
    {
      status: "queued",
      nextAttemptAt: trusted({ $gt: at }),
      lastError: trusted({ $exists: true }),
    },
    "to attempts nextAttemptAt lastError",
  )
    .sort({ nextAttemptAt: 1 })
    .limit(LOOKED_UP)
    .lean();
  const since = left?.nextAttemptAt.getTime() ?? 0;
  return waiting
    .filter(({ lastError = "" }) => !isOfReader(lastError))
    .filter((mail) => mail.nextAttemptAt.getTime() - (retryDelay(mail.attempts) ?? 0) > since)
    .map(({ to }) => to);
}
