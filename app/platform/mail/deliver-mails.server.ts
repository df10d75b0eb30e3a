import { MailModel, type Mail } from "@models/mail";
import { trusted } from "mongoose";
import { createTransport } from "nodemailer";
import { inTime } from "../concurrency/in-time";
import { firstCharacters } from "../cut-text";
import { env, isProduction } from "../env.server";
import { logger } from "../log.server";
import { BODY_OF_MAIL } from "./mail.server";
import { retryDelay } from "./mail-retry";

/** Longer than one delivery can take (SEND_TIMEOUT_MS), so that a lease never ends under way. */
const LEASE_MS = 120_000;
const SEND_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const PARALLEL = 4;
/** How many of the mails that are due are looked up at a time. */
const LOOKED_UP = 100;
const BODY = "to replyTo subject text html attachment attempts createdAt requeuedAt";

/** How nodemailer says that the server itself is away: the other mails need not be tried. */
const SERVER_AWAY = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS", "ETLS", "EAUTH"]);
/** 'Service not available, closing transmission channel', whatever it was asked. */
const CLOSING = 421;
/** Of all that a server answers to the sender, this alone is about the mail: its size. */
const TOO_LARGE = 552;

export interface DeliveryReport {
  sent: number;
  /** To be tried again later. */
  postponed: number;
  /** Given up after two days of tries. */
  failed: number;
}

type QueuedMail = Pick<
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
type Outcome = keyof DeliveryReport;
type Send = (mail: QueuedMail) => Promise<void>;

interface Post {
  /** Fails when nobody would take a mail. */
  knock: () => Promise<unknown>;
  send: Send;
  /** Whether bodies stay stored afterwards: without a mail server the database is the outbox. */
  keepsBodies: boolean;
  close: () => void;
}

/**
 * Sends the mails that are due at `now`, oldest first, at most `limit`, through `smtpUrl`; without
 * one they stay in the database, marked as sent, for the outbox page.
 *
 * Any number of processes may do this at once: a mail is claimed by a conditional update that moves
 * its next attempt past a lease, and the result is written only by whoever holds the claim. A crash
 * between the server's "accepted" and that write sends the mail once more after the lease, under
 * the same Message-ID; it never loses it. A failed attempt is tried again with growing delays that
 * come to two days. A server that goes away ends the run and leaves the mails not yet claimed untouched.
 *
 * @param mustBeSecret whether the server has to encrypt, unless it is this machine or its URL says `ignoreTLS=true`
 * @throws Error while the server is away, or takes none of our mails, and some are due: their tries and their order
 * are not spent on it
 */
export async function deliverDueMails(
  now: Date,
  limit: number,
  smtpUrl: string | undefined = env.SMTP_URL,
  mustBeSecret = isProduction,
): Promise<DeliveryReport> {
  const started = performance.now();
  /** `now` as it moves on during the run: a lease counts from its own claim. */
  const clock = () => new Date(now.getTime() + (performance.now() - started));
  const report: DeliveryReport = { sent: 0, postponed: 0, failed: 0 };
  const post = smtpUrl ? mailServer(smtpUrl, mustBeSecret) : outbox();
  const due = new DueMails();
  let left = limit;
  let serverAway = false;
  let refused: Error | null = null;

  const deliverUntilDone = async () => {
    while (left > 0 && !serverAway) {
      left -= 1;
      const mail = await due.claim(clock());
      if (!mail) return;
      const error = await attempt(post.send, mail);
      if (error && isSenderRefused(error)) {
        refused = error;
        serverAway = true;
        await giveBack(mail);
        return;
      }
      const outcome = error
        ? await postpone(mail, error, clock())
        : await settle(mail, post, clock());
      report[outcome] += 1;
      serverAway ||= error !== null && isServerAway(error);
    }
  };
  try {
    if (!(await due.any(clock()))) return report;
    await post.knock();
    await Promise.all(Array.from({ length: Math.min(PARALLEL, limit) }, deliverUntilDone));
    if (refused) throw refused as Error;
  } finally {
    post.close();
  }
  return report;
}

/** The mails that are due: looked up some at a time, oldest first, and claimed one by one. */
class DueMails {
  #found: Pick<Mail, "_id" | "attempts">[] = [];
  #looking: Promise<void> | null = null;

  async any(at: Date): Promise<boolean> {
    await this.#look(at);
    return this.#found.length > 0;
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
        .sort({ nextAttemptAt: 1 })
        .limit(LOOKED_UP)
        .lean();
    } finally {
      this.#looking = null;
    }
  }
}

/** The error of the attempt, or null when the mail was accepted. */
async function attempt(send: Send, mail: QueuedMail): Promise<Error | null> {
  try {
    await send(mail);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function settle(mail: QueuedMail, post: Post, at: Date): Promise<Outcome> {
  await MailModel.updateOne(claimOf(mail), {
    $set: { status: "sent", sentAt: at },
    $unset: { lastError: 1, ...(post.keepsBodies ? {} : BODY_OF_MAIL) },
  });
  return "sent";
}

async function postpone(mail: QueuedMail, error: Error, at: Date): Promise<Outcome> {
  const delay = retryDelay(mail.attempts);
  const lastError = firstCharacters(error.message, 500);
  const change =
    delay === null
      ? { status: "failed" as const, lastError }
      : { nextAttemptAt: new Date(at.getTime() + delay), lastError };
  await MailModel.updateOne(claimOf(mail), { $set: change });
  // Asked of what is stored: the account may have been closed since the mail was claimed.
  if (delay === null) {
    await MailModel.updateOne(
      { _id: mail._id, status: "failed", bodyEnds: true },
      { $unset: BODY_OF_MAIL },
    );
  }
  const outcome: Outcome = delay === null ? "failed" : "postponed";
  logger[delay === null ? "error" : "warn"](
    { mail: mail._id.toString(), attempts: mail.attempts, ...refusedBy(error) },
    `mail ${outcome}`,
  );
  return outcome;
}

/** As if nobody had taken it; its turn is that of its age. */
async function giveBack(mail: QueuedMail): Promise<void> {
  await MailModel.updateOne(claimOf(mail), {
    $set: { nextAttemptAt: mail.createdAt },
    $inc: { attempts: -1 },
  });
}

/** What a mail server's refusal says without the address that it is about, which the mail itself keeps (`lastError`). */
function refusedBy(error: Error) {
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  return { code, command, responseCode };
}

/** Holds only while nobody else has claimed the mail since. */
function claimOf(mail: Pick<QueuedMail, "_id" | "attempts">) {
  return { _id: mail._id, status: "queued" as const, attempts: mail.attempts };
}

function isServerAway(error: Error): boolean {
  const { code, responseCode } = error as Error & Record<string, unknown>;
  return responseCode === CLOSING || (typeof code === "string" && SERVER_AWAY.has(code));
}

/**
 * Whether the server takes no mail of ours at all, for the time being (a quota, a full disk) or until somebody allows
 * the sender. A mail's own reader is named only after that.
 */
function isSenderRefused(error: Error): boolean {
  const { command, responseCode } = error as Error & Record<string, unknown>;
  return command === "MAIL FROM" && responseCode !== TOO_LARGE;
}

/** Machines that no network lies before. */
const HERE: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether mails may reach a server unencrypted: codes and links that choose a password are in them. */
function mayGoInClear(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return HERE.includes(hostname) || searchParams.get("ignoreTLS") === "true";
}

function mailServer(url: string, mustBeSecret: boolean): Post {
  const transport = createTransport({
    url,
    // Otherwise whoever is on the way hides that the server can encrypt, and reads along.
    ...(mustBeSecret && !mayGoInClear(url) && { requireTLS: true }),
    pool: true,
    maxConnections: PARALLEL,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS / 2,
  });
  const host = new URL(env.APP_URL).hostname;
  return {
    keepsBodies: false,
    close: () => transport.close(),
    knock: () => answered(transport.verify()),
    send: async (mail) => {
      const sending = transport.sendMail({
        from: env.MAIL_FROM,
        to: { name: "", address: mail.to },
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.text ?? "",
        html: mail.html ?? "",
        attachments: attachmentsOf(mail),
        messageId: `<${mail._id.toString()}@${host}>`,
        // Under its first day one that is sent again lies below all that came since, or is taken for junk.
        date: mail.requeuedAt ?? mail.createdAt,
        headers: { "Auto-Submitted": "auto-generated" },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      await answered(sending);
    },
  };
}

/** A server that answers a byte now and then would outlast every socket timeout. */
async function answered(work: Promise<unknown>): Promise<void> {
  await inTime(work, SEND_TIMEOUT_MS, () => {
    throw new Error(`no answer within ${SEND_TIMEOUT_MS} ms`);
  });
}

function attachmentsOf({ attachment }: QueuedMail) {
  if (!attachment) return [];
  const { name: filename, type: contentType, content } = attachment;
  return [{ filename, contentType, content }];
}

function outbox(): Post {
  const done = () => Promise.resolve();
  return { keepsBodies: true, close: () => undefined, knock: done, send: done };
}
