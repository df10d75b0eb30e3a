import { trusted, type ClientSession, type Types } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { addMonths, parisMidnight, todayInParis } from "~/platform/days";
import { deleteAll } from "~/platform/delete-all.server";

/** For how many months a message is kept after the last word, its own or an answer (decision 047). */
const KEPT_MONTHS = 36;

/**
 * Deletes the messages of the contact page whose last word is three years old, and the mails that are as old: those of
 * messages that are gone already with them.
 */
export async function forgetMessages(now: Date): Promise<void> {
  const before = parisMidnight(addMonths(todayInParis(now), -KEPT_MONTHS));
  const isOld = { createdAt: trusted({ $lt: before }) };
  const isSilent = { "answers.at": trusted({ $not: { $gte: before } }) };
  await deleteAll(ContactMessageModel, { ...isOld, ...isSilent });
  await deleteAll(MailModel, { key: mailsAbout("[^:]+"), ...isOld });
}

/**
 * Deletes the mails of a message that goes before its time, in the caller's transaction. What still waits is sent, for its
 * reader needs it.
 */
export async function forgetMailsOf(
  message: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  await MailModel.deleteMany({
    key: mailsAbout(message.toString()),
    status: trusted({ $ne: "queued" }),
  }).session(transaction);
}

const mailsAbout = (id: string) => trusted({ $regex: `^contact(-answer)?:${id}:` });
