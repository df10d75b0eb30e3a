import { z } from "zod";
import { ContactMessageModel } from "@models/contact-message";
import { contactInput, type ContactMessageInput } from "./forms";

/** A stored message, as the sender may have it back. */
export const sentMessage = contactInput.fields.extend({ _id: z.string(), createdAt: z.string() });
export type SentMessage = z.infer<typeof sentMessage>;

/** Stores a message for the back-office. */
export async function sendMessage(message: ContactMessageInput): Promise<SentMessage> {
  const stored = await ContactMessageModel.create(message);
  return { _id: stored.id, ...message, createdAt: stored.createdAt.toISOString() };
}
