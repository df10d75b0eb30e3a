import { MailModel, type Mail } from "@models/mail";
import { trusted, type ClientSession } from "mongoose";
import { isDuplicateKey } from "../database-errors.server";
import { env } from "../env.server";
import { headerLine, renderHtml, renderText, type MailBody } from "./mail-layout";

export interface MailMessage extends MailBody {
  /** What it tells about, once: `reservation-confirmed:{id}:buyer`. A second one is never queued. */
  key: string;
  /** The id of the reservation that it tells about, if it is one. */
  about?: string;
  /** One address, without a name. */
  to: string;
  subject: string;
  /** It leaves then, not before; absent: at once. */
  notBefore?: Date;
  /** A person typed it, to this one reader: it is not marked as made by a program, which ticket systems drop. */
  isTyped?: boolean;
  attachment?: Mail["attachment"];
}

/** One address and nothing more: no name, list, comment, quote or line end. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u;
const ADDRESS_LENGTH = 254;

/**
 * Puts a mail on the queue, in the caller's transaction when `session` is given: it leaves exactly
 * if what it tells about was committed. A key that was queued before changes nothing. Nothing is
 * sent here; the job `send-mails` does.
 *
 * @throws RangeError when `to` is not one address or the action's url is not a web address.
 */
export async function queueMail(message: MailMessage, session?: ClientSession): Promise<void> {
  const mail = render(message);
  try {
    // An upsert, for a plain insert of a known key would abort the caller's transaction.
    await MailModel.updateOne(
      { key: message.key },
      { $setOnInsert: mail },
      { upsert: true, ...(session && { session }) },
    );
  } catch (error) {
    // Two upserts of one key at once: the other one queued it. In a transaction it must be retried.
    if (session || !isDuplicateKey(error)) throw error;
  }
}

/**
 * Queues several mails at once, as `queueMail` does each, in the caller's transaction.
 *
 * @returns how many were not queued before
 * @throws RangeError as `queueMail` does
 */
export async function queueMails(
  messages: readonly MailMessage[],
  session: ClientSession,
): Promise<number> {
  if (messages.length === 0) return 0;
  const key = trusted({ $in: messages.map((message) => message.key) });
  const known = await MailModel.find({ key }, { key: 1 }, { session }).lean();
  const keys = new Set(known.map((mail) => mail.key));
  const fresh = messages.filter((message) => !keys.has(message.key));
  // A duplicate key here means that another process queues the same at this moment: the transaction
  // aborts, and whoever runs it again finds it queued.
  await MailModel.insertMany(
    fresh.map((message) => ({ key: message.key, ...render(message) })),
    { session },
  );
  return fresh.length;
}

/** What goes of a mail once nobody needs it any more. */
export const BODY_OF_MAIL = { text: 1, html: 1, attachment: 1 } as const;

/**
 * Forgets what was written about some things to whom it did not reach, in the caller's transaction. What still waits is
 * sent, for its reader needs it, and forgotten then as any other, or when it is given up.
 *
 * @param about the ids that the mails were queued with
 */
export async function forgetBodiesAbout(
  about: readonly string[],
  transaction: ClientSession,
): Promise<void> {
  if (about.length === 0) return;
  const some = trusted({ $in: [...about] });
  await MailModel.updateMany(
    { about: some, status: "failed" },
    { $unset: BODY_OF_MAIL },
    { session: transaction },
  );
  await MailModel.updateMany(
    { about: some, status: "queued" },
    { $set: { bodyEnds: true } },
    { session: transaction },
  );
}

function render(message: MailMessage) {
  const now = new Date();
  const to = checkedAddress(message.to);
  const subject = headerLine(message.subject);
  const sender = { brand: env.BRAND_NAME, url: env.APP_URL, email: env.CONTACT_EMAIL };
  return {
    ...(message.about !== undefined && { about: message.about }),
    to,
    ...(message.isAnswerable && { replyTo: env.CONTACT_EMAIL }),
    ...(message.isTyped && { isTyped: true as const }),
    subject,
    text: renderText(message, sender),
    html: renderHtml(subject, message, sender),
    ...(message.attachment && { attachment: message.attachment }),
    status: "queued" as const,
    attempts: 0,
    // By then or now: a long run reaches the mails of a turn that has gone by, which would leave before all that wait.
    nextAttemptAt: message.notBefore && message.notBefore > now ? message.notBefore : now,
    createdAt: now,
  };
}

function checkedAddress(address: string): string {
  if (address.length > ADDRESS_LENGTH || !ADDRESS.test(address)) {
    throw new RangeError(`Not a mail address: ${JSON.stringify(address.slice(0, ADDRESS_LENGTH))}`);
  }
  return address;
}
