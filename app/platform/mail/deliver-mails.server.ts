import { MailModel } from "@models/mail";
import { createTransport } from "nodemailer";
import { inTime } from "../concurrency/in-time";
import { firstCharacters } from "../cut-text";
import { env, isProduction } from "../env.server";
import { logger } from "../log.server";
import { claimOf, DueMails, readersRefusedSinceOneLeft, type QueuedMail } from "./due-mails.server";
import { BODY_OF_MAIL } from "./mail.server";
import {
  isSenderRefused,
  isServerAway,
  mayBeOfSender,
  refusedBy,
  withoutWords,
} from "./mail-refusals";
import { retryDelay } from "./mail-retry";

const SEND_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const PARALLEL = 4;
/** Where mails to so many addresses were refused and none was taken, it is the sender who is refused. */
const READERS_ENOUGH = 4;
/** Once those are refused, and what others are under way with, so many of the youngest are tried. */
const MOST_TRIED = READERS_ENOUGH + PARALLEL + READERS_ENOUGH;

export interface DeliveryReport {
  sent: number;
  /** To be tried again later. */
  postponed: number;
  /** Given up after two days of tries. */
  failed: number;
}

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

interface Refused {
  mail: QueuedMail;
  error: Error;
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
  const post = smtpUrl ? mailServer(smtpUrl, mustBeSecret) : outbox();
  const run = new Run(post, limit, now, clock);
  try {
    if (await run.hasWork()) {
      await post.knock();
      await run.toItsEnd();
    }
  } catch (error) {
    throw withoutWords(error);
  } finally {
    post.close();
  }
  return run.report;
}

/** One run over the mails that are due, several at a time. */
class Run {
  readonly report: DeliveryReport = { sent: 0, postponed: 0, failed: 0 };
  readonly #due = new DueMails();
  /** Refused while none was taken: what for is known at the end. */
  readonly #undecided: Refused[] = [];
  readonly #post: Post;
  readonly #began: Date;
  readonly #clock: () => Date;
  #left: number;
  #isOver = false;
  #refusal: Refused | null = null;

  constructor(post: Post, limit: number, began: Date, clock: () => Date) {
    this.#post = post;
    this.#left = limit;
    this.#began = began;
    this.#clock = clock;
  }

  async hasWork(): Promise<boolean> {
    return await this.#due.any(this.#clock());
  }

  async toItsEnd(): Promise<void> {
    const deliverers = Math.min(PARALLEL, this.#left);
    await Promise.all(Array.from({ length: deliverers }, () => this.#deliver()));
    if (await this.#isSenderRefusedAfterAll()) this.#refusal ??= this.#undecided[0] ?? null;
    for (const refused of this.#undecided) {
      if (this.#refusal) await giveBack(refused);
      else this.report[await postpone(refused, this.#clock())] += 1;
    }
    if (this.#refusal) throw this.#refusal.error;
  }

  async #deliver(): Promise<void> {
    while (this.#left > 0 && !this.#isOver) {
      this.#left -= 1;
      const mail = await this.#due.claim(this.#clock());
      if (!mail) return;
      const error = await attempt(this.#post.send, mail);
      if (!error) this.report[await settle(mail, this.#post, this.#clock())] += 1;
      else await this.#refused({ mail, error });
    }
  }

  async #refused(refused: Refused): Promise<void> {
    const { mail, error } = refused;
    if (isSenderRefused(error)) {
      this.#refusal = refused;
      this.#isOver = true;
      return await giveBack(refused);
    }
    if (mayBeOfSender(error)) {
      await noteSince(mail, this.#began);
      if (this.report.sent === 0) {
        this.#undecided.push(refused);
        return this.#lookFurther();
      }
    }
    this.report[await postpone(refused, this.#clock())] += 1;
    this.#isOver ||= isServerAway(error);
  }

  /** The oldest may be bad mailboxes, which nothing but another mail that is taken tells: the youngest are new each time. */
  #lookFurther(): void {
    const readers = new Set(this.#undecided.map(({ mail }) => mail.to)).size;
    if (readers >= READERS_ENOUGH) this.#due.turnRound();
    this.#isOver ||= readers >= MOST_TRIED;
  }

  /** Told by what is stored, this run's own among it: where mails come one by one, each is alone in its run. */
  async #isSenderRefusedAfterAll(): Promise<boolean> {
    if (this.report.sent > 0 || this.#undecided.length === 0) return false;
    return (await readersRefusedSinceOneLeft()).length >= READERS_ENOUGH;
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
    $unset: { lastError: 1, refusedSince: 1, ...(post.keepsBodies ? {} : BODY_OF_MAIL) },
  });
  return "sent";
}

async function postpone({ mail, error }: Refused, at: Date): Promise<Outcome> {
  const delay = retryDelay(mail.attempts);
  const lastError = firstCharacters(error.message, 500);
  const change =
    delay === null
      ? { status: "failed" as const, lastError }
      : { nextAttemptAt: new Date(at.getTime() + delay), lastError };
  const isOfMail = delay === null || !mayBeOfSender(error);
  await MailModel.updateOne(claimOf(mail), {
    $set: change,
    ...(isOfMail && { $unset: { refusedSince: 1 } }),
  });
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

/** Since its first refusal: those of runs after one left tell nothing new of it. */
async function noteSince(mail: QueuedMail, began: Date): Promise<void> {
  await MailModel.updateOne(claimOf(mail), { $set: { refusedSince: mail.refusedSince ?? began } });
}

/** As if nobody had taken it, but for what the server said. */
async function giveBack({ mail, error }: Refused): Promise<void> {
  await MailModel.updateOne(claimOf(mail), {
    $set: { nextAttemptAt: mail.dueAt, lastError: firstCharacters(error.message, 500) },
    $inc: { attempts: -1 },
  });
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
        // RFC 3834: so that no program answers it. What a person typed is to be read and answered.
        headers: mail.isTyped ? {} : { "Auto-Submitted": "auto-generated" },
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
