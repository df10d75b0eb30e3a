import { z } from "zod";
import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { shownAs } from "@models/enumerations";
import { SettingModel } from "@models/setting";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { contactInput, type ContactMessageInput } from "./forms";

/** A stored message, as the sender may have it back. */
export const sentMessage = contactInput.fields.extend({
  _id: z.string(),
  createdAt: z.string().datetime(),
});
export type SentMessage = z.infer<typeof sentMessage>;

/** The same words from the same address within so many minutes are a second press. */
const TWICE_MINUTES = 10;

/** Written by every message that is stored, so that of a button that is pressed twice one sees the other. */
const LOCK = "contactLock";

/**
 * Stores a message for the back-office, and tells the team and its sender that it is there. Sent twice within minutes it
 * is one.
 */
export async function sendMessage(message: ContactMessageInput, now: Date): Promise<SentMessage> {
  const first = await sentBefore(message, now, null);
  if (first) return toSent(first, message);
  // Anybody may write any address into the form: no more than a few mails a day come of it.
  const isAcknowledged = await isWithinLimit("contact_sender", message.email);
  const stored = await inTransaction(async (transaction) => {
    await SettingModel.updateOne(
      { _id: LOCK },
      { $inc: { value: 1 }, $set: { updatedAt: now } },
      { upsert: true, session: transaction },
    );
    const other = await sentBefore(message, now, transaction);
    if (other) return other;
    const [created] = await ContactMessageModel.create([{ ...message, createdAt: now }], {
      session: transaction,
    });
    await tell(created!.toObject(), isAcknowledged, transaction);
    return created!.toObject();
  });
  await enqueue("send-mails");
  return toSent(stored, message);
}

function toSent({ _id, createdAt }: ContactMessage, message: ContactMessageInput): SentMessage {
  return { _id: _id.toString(), ...message, createdAt: createdAt.toISOString() };
}

/** What says the same and was sent a moment ago. */
async function sentBefore(
  { phone, ...message }: ContactMessageInput,
  now: Date,
  transaction: ClientSession | null,
): Promise<ContactMessage | null> {
  const createdAt = trusted({ $gt: addMinutes(now, -TWICE_MINUTES) });
  const same = { ...message, phone: phone ?? NOT_SET, createdAt };
  return await ContactMessageModel.findOne(same).session(transaction).lean();
}

async function tell(
  message: ContactMessage,
  isAcknowledged: boolean,
  transaction: ClientSession,
): Promise<void> {
  await queueMails([toTeam(message), ...(isAcknowledged ? [toSender(message)] : [])], transaction);
}

/** Says that there is a message, and nothing of the sender: their data stays where it can be erased. */
function toTeam({ _id, type, createdAt }: ContactMessage): MailMessage {
  const id = _id.toString();
  return {
    key: `contact:${id}:team`,
    to: env.CONTACT_EMAIL,
    subject: `Nouveau message\u00a0: ${shownAs(type)}`,
    paragraphs: [`Un message est arrivé par la page Contact le ${formatInstant(createdAt)}.`],
    action: {
      label: "Lire et répondre",
      url: new URL(`/admin/contact/${id}`, env.APP_URL).href,
    },
  };
}

/** Repeats nothing that was typed, so that the form sends nobody's words to anybody else. */
function toSender({ _id, type, email, createdAt }: ContactMessage): MailMessage {
  return {
    key: `contact:${_id.toString()}:sender`,
    to: email,
    subject: "Nous avons reçu votre message",
    paragraphs: [
      `Votre message (${shownAs(type)}) nous est parvenu le ${formatInstant(createdAt)}. Nous vous répondrons par e-mail, à cette adresse.`,
      "Vous n’avez rien envoyé\u00a0? Quelqu’un a saisi votre adresse par erreur\u00a0: vous pouvez ignorer ce message.",
    ],
  };
}
