import type { ClientSession } from "mongoose";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel, type Report } from "@models/report";

/** What is kept of an address alone, whether it has an account or not. */
export interface AddressData {
  messages: ContactMessage[];
  reports: Report[];
  /** Mails that were sent there. */
  mails: { subject: string; createdAt: Date }[];
}

/** All that somebody left under an address without logging in, and what was sent to it. */
export async function addressData(email: string): Promise<AddressData> {
  const [messages, reports, mails] = await Promise.all([
    ContactMessageModel.find({ email }).lean(),
    ReportModel.find({ email }).lean(),
    MailModel.find({ to: email }, "subject createdAt").lean(),
  ]);
  return { messages, reports, mails };
}

/**
 * Takes an address off all that was left under it: messages and mails go, what was reported stays without it,
 * and requests about its data keep nothing but that they were made and answered.
 */
export async function forgetAddress(email: string, transaction: ClientSession): Promise<void> {
  await ContactMessageModel.deleteMany({ email }).session(transaction);
  await ReportModel.updateMany({ email }, { $unset: { email: 1 } }).session(transaction);
  await MailModel.deleteMany({ to: email }).session(transaction);
  await PrivacyRequestModel.updateMany({ email }, { $unset: WORDS_OF_REQUESTS }).session(
    transaction,
  );
}

/** What a request about somebody's data holds of them. */
export const WORDS_OF_REQUESTS = {
  email: 1,
  name: 1,
  details: 1,
  answer: 1,
  message: 1,
} as const;
