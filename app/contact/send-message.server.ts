import { ContactMessageModel } from "@models/contact-message";
import { limit } from "~/platform/web/rate-limit.server";
import type { ContactForm } from "./forms";

/** A stored message, as the sender may have it back. */
export interface SentMessage extends ContactForm {
  _id: string;
  createdAt: string;
}

/**
 * Keeps a message for the back-office.
 *
 * @throws Refusal("too_many")
 */
export async function sendMessage(message: ContactForm, ip: string): Promise<SentMessage> {
  await limit("contact", ip);
  const stored = await ContactMessageModel.create(message);
  return { _id: stored.id, ...message, createdAt: stored.createdAt.toISOString() };
}
