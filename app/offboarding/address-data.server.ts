import { trusted, type ClientSession, type QueryFilter } from "mongoose";
import {
  ContactMessageModel,
  type ContactAnswer,
  type ContactMessage,
} from "@models/contact-message";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { ReportModel, type Report } from "@models/report";
import { SavedFilterModel } from "@models/saved-filter";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { foldText } from "~/platform/fold-text";
import { leave } from "~/platform/leftovers.server";
import { IS_SET } from "~/platform/not-set.server";
import { storedEmail } from "~/platform/stored-email";
import { requestsOfAddress } from "./requests-of-address.server";

/** A message as its sender is given it: who in the office answered is not theirs to know. */
type OwnMessage = Omit<ContactMessage, "answers"> & {
  answers?: Pick<ContactAnswer, "at" | "text">[];
};
export const NOT_THE_SENDERS = "-answers.by";

/** What is kept of an address alone, whether it has an account or not. */
export interface AddressData {
  messages: OwnMessage[];
  reports: Omit<Report, "reporter">[];
  /** Mails that were sent there. */
  mails: { subject: string; createdAt: Date }[];
  /** Of closed accounts that had it: of which years they will be told there what was declared. */
  statements: Statements[];
}

export type Statements = NonNullable<TaxFacts["statements"]>;

/** All that somebody left under an address without logging in, and what was sent to it. */
export async function addressData(
  email: string,
  transaction?: ClientSession,
): Promise<AddressData> {
  const messages = await ContactMessageModel.find({ email }, NOT_THE_SENDERS)
    .session(transaction ?? null)
    .lean<OwnMessage[]>();
  // Whoever typed it was logged in to an account that is not known to be theirs.
  const reports = await ReportModel.find({ email }, "-reporter")
    .session(transaction ?? null)
    .lean();
  const mails = await MailModel.find({ to: email }, "subject createdAt")
    .session(transaction ?? null)
    .lean();
  const statements = await statementsTo(email, transaction);
  return { messages, reports, mails, statements };
}

/** What the law has an address kept for after its account is closed, whoever asks to be forgotten (decision 031). */
export async function statementsTo(
  email: string,
  transaction?: ClientSession,
): Promise<Statements[]> {
  const facts = await TaxFactsModel.find({ "statements.to": email }, "statements")
    .session(transaction ?? null)
    .lean();
  return facts.flatMap(({ statements }) => statements ?? []);
}

/** How an account was called. */
export interface AccountNames {
  /** What of several words is nobody else's, wherever it stands: tag, first and last name, organisation. */
  telling: readonly string[];
  /** What may be a place or a part of something else's name: told by itself alone. */
  alone: readonly string[];
}

/**
 * Takes an address off all that was left under it: messages and mails go, and filters of the back-office that look for
 * it, what was reported stays without it, and requests about its data end, and keep nothing but that they were made and
 * answered. The caller wakes `finish-leftovers` after the commit.
 *
 * @param names that its account had, by which filters may be called or look for it
 */
export async function forgetAddress(
  email: string,
  now: Date,
  transaction: ClientSession,
  names: AccountNames = { telling: [], alone: [] },
): Promise<void> {
  await ContactMessageModel.deleteMany({ email }).session(transaction);
  await ReportModel.updateMany({ email }, { $unset: { email: 1 } }).session(transaction);
  await forgetMails(email, transaction);
  await forgetFilters(email, names, transaction);
  await endRequests(await requestsOfAddress(email, transaction), now, transaction);
}

/** What could still leave goes at once, which has its body; the record of all that went there, which may be long, after it. */
async function forgetMails(to: string, transaction: ClientSession): Promise<void> {
  const status = trusted({ $in: ["queued", "failed"] as const });
  await MailModel.deleteMany({ to, status, text: IS_SET }).session(transaction);
  await leave({ kind: "mails", address: to }, transaction);
}

/** A shorter name is as likely a part of what a filter says of something else. */
const TELLING_LENGTH = 4;

const CIVILITY = /^(?:m|mr|mme|mlle|monsieur|madame) /;

/** Administrators keep a few filters each, in addresses that write an address in their own way: all are read. */
async function forgetFilters(
  email: string,
  names: AccountNames,
  transaction: ClientSession,
): Promise<void> {
  const filters = await SavedFilterModel.find({}, "name path").session(transaction).lean();
  const whole = (text: string) => ` ${foldText(text)} `;
  const telling = names.telling.map(whole).filter((name) => name.trim().includes(" "));
  const alone = names.alone.map(foldText).filter((name) => name.length >= TELLING_LENGTH);
  const isAbout = (text: string) =>
    text.toLowerCase().includes(email) ||
    storedEmail(text) === email ||
    telling.some((name) => whole(text).includes(name)) ||
    alone.includes(foldText(text).replace(CIVILITY, ""));
  const holding = filters.filter(({ name, path }) => {
    const sought = new URLSearchParams(path.slice(path.indexOf("?") + 1)).values();
    return [name, ...sought].some(isAbout);
  });
  if (holding.length === 0) return;
  const ids = holding.map(({ _id }) => _id);
  await SavedFilterModel.deleteMany({ _id: trusted({ $in: ids }) }).session(transaction);
}

/**
 * Ends requests about data that are no longer there: to erase is done by that, and nothing is left that others could be
 * about. None of them keeps words; one without an address could not be answered any more.
 */
export async function endRequests(
  whose: QueryFilter<PrivacyRequest>,
  closedAt: Date,
  transaction: ClientSession,
): Promise<void> {
  const requests = await PrivacyRequestModel.find(whose, "kind outcome")
    .session(transaction)
    .lean();
  for (const { _id, kind, outcome } of requests) {
    const end = { outcome: kind === "erasure" ? "fulfilled" : "moot", closedAt } as const;
    await PrivacyRequestModel.updateOne(
      { _id },
      { ...(!outcome && { $set: end }), $unset: WORDS_OF_REQUESTS },
    ).session(transaction);
  }
}

/** What a request about somebody's data holds of them. */
export const WORDS_OF_REQUESTS = {
  email: 1,
  name: 1,
  details: 1,
  answer: 1,
  message: 1,
} as const;

/** What its mails tell of, by their keys. */
export const PRIVACY_STEPS = ["received", "extended", "fulfilled", "refused", "erased"] as const;
