import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { shownAs } from "@models/enumerations";
import { forgetMailsOfMessage } from "~/contact/forget-messages.server";
import { inTransaction } from "~/platform/database.server";
import { formatDay, parisDayOf } from "~/platform/days";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

interface Treatment {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  contactId: string;
  now: Date;
}

const inWords = (isDone: boolean) => (isDone ? "terminé" : "en attente");

/**
 * Says whether a message has been dealt with.
 *
 * @throws Refusal("not_found" | "forbidden")
 */
export async function setContactStatus({
  status,
  ...treatment
}: Treatment & { status: boolean }): Promise<void> {
  const { actor, contactId, now } = treatment;
  await inTransaction(async (transaction) => {
    const message = await findMessage(contactId, transaction);
    if (message.status === status) return;
    await ContactMessageModel.updateOne({ _id: message._id }, { $set: { status } }).session(
      transaction,
    );
    await recordAct(
      {
        actor,
        act: "contact.status",
        target: contactId,
        before: inWords(message.status),
        after: inWords(status),
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "contacts.treat", transaction);
  });
}

/**
 * Answers a message by mail; it counts as dealt with, and keeps what was answered.
 *
 * @param answered how many answers it had when it was read: not to send a second one for a second press, or beside a colleague's
 * @throws Refusal("not_found" | "forbidden" | "contact_answered")
 */
export async function answerContact({
  text,
  answered,
  ...treatment
}: Treatment & { text: string; answered?: number }): Promise<void> {
  const { actor, contactId, now } = treatment;
  await inTransaction(async (transaction) => {
    const message = await findMessage(contactId, transaction);
    const { length } = message.answers ?? [];
    if (answered !== undefined && answered !== length) throw new Refusal("contact_answered");
    const answer = { by: new Types.ObjectId(actor.id), at: now, text };
    await ContactMessageModel.updateOne(
      { _id: message._id },
      { $set: { status: true }, $push: { answers: answer } },
    ).session(transaction);
    await recordAct(
      {
        actor,
        act: "contact.answer",
        target: contactId,
        before: inWords(message.status),
        after: inWords(true),
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "contacts.treat", transaction);
    await mailAnswer(message, text, now, transaction);
  });
  await enqueue("send-mails");
}

/**
 * Deletes a message for good, and what its mails say of its sender.
 *
 * @throws Refusal("not_found" | "forbidden")
 */
export async function deleteContact({ actor, contactId, now }: Treatment): Promise<void> {
  await inTransaction(async (transaction) => {
    const message = await findMessage(contactId, transaction);
    await ContactMessageModel.deleteOne({ _id: message._id }).session(transaction);
    await forgetMailsOfMessage(message._id, transaction);
    await recordAct(
      {
        actor,
        act: "contact.delete",
        target: contactId,
        before: inWords(message.status),
        after: "supprimé",
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "contacts.treat", transaction);
  });
}

async function findMessage(id: string, transaction: ClientSession): Promise<ContactMessage> {
  const message = await ContactMessageModel.findById(id).session(transaction).lean();
  if (!message) throw new Refusal("not_found");
  return message;
}

async function mailAnswer(
  { _id, email, type, description, createdAt }: ContactMessage,
  text: string,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `contact-answer:${_id.toString()}:${now.getTime()}`,
      to: email,
      subject: `Réponse à votre message\u00a0: ${shownAs(type)}`,
      paragraphs: [
        ...text.split(/\n{2,}/),
        `Votre message du ${formatDay(parisDayOf(createdAt))}\u00a0:\n${description}`,
      ],
      isAnswerable: true,
      isTyped: true,
    },
    transaction,
  );
}
