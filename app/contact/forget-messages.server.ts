import { trusted, type ClientSession, type Types } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { monthsAgo } from "~/platform/days";
import { deleteAll } from "~/platform/delete-all.server";

/** For how many months a message is kept after the last word, its own or an answer (decision 047). */
const KEPT_MONTHS = 36;

/**
 * What is mailed about a message, by the beginnings of the keys, which the message's id follows. One question each:
 * MongoDB's index helps up to the first special sign of a pattern, so that none may stand before the id.
 */
const ABOUT_MESSAGE = ["contact", "contact-answer"] as const;

/**
 * Deletes the messages of the contact page whose last word is three years old, and the mails that are as old: those of
 * messages that are gone already with them.
 */
export async function forgetMessages(now: Date): Promise<void> {
  const before = monthsAgo(now, KEPT_MONTHS);
  const isOld = { createdAt: trusted({ $lt: before }) };
  const isSilent = { "answers.at": trusted({ $not: { $gte: before } }) };
  await deleteAll(ContactMessageModel, { ...isOld, ...isSilent });
  for (const told of ABOUT_MESSAGE) {
    await deleteAll(MailModel, { key: trusted({ $regex: `^${told}:` }), ...isOld });
  }
}

/**
 * Deletes the mails of a message that goes before its time, in the caller's transaction. What still waits is sent, for its
 * reader needs it.
 */
export async function forgetMailsOfMessage(
  message: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  for (const told of ABOUT_MESSAGE) {
    await MailModel.deleteMany({
      key: trusted({ $regex: `^${told}:${message.toString()}:` }),
      status: trusted({ $ne: "queued" }),
    }).session(transaction);
  }
}
