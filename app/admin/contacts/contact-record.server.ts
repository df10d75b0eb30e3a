import { trusted } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { shownAs } from "@models/enumerations";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { formerlyAt } from "~/accounts/former-address.server";
import { formatInstant } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { writtenReference } from "../lists/search.server";
import { fullName } from "../words/person";

/** A message as the back-office shows it. */
export interface ContactRecord {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  type: string;
  description: string;
  /** The reservations that it names. */
  reservations: { id: string; reference: string }[];
  isDone: boolean;
  createdAt: string;
  /** The account of the sender's address, if it has one. */
  account: { id: string; name: string } | null;
  /** Those that had it and have another since. */
  formerAccounts: { id: string; name: string }[];
  answers: { text: string; at: string; by: string }[];
  /** The request about somebody's data that was made of it. */
  requestId: string | null;
}

/** @throws Refusal("not_found") */
export async function contactRecord(id: string): Promise<ContactRecord> {
  const message = await ContactMessageModel.findById(id).lean();
  if (!message) throw new Refusal("not_found");
  const answers = message.answers ?? [];
  const [account, formerAccounts, authors, request, reservations] = await Promise.all([
    UserModel.findOne({ email: message.email }, "name lastname").lean(),
    accountsFormerlyAt(message.email),
    UserModel.find({ _id: trusted({ $in: answers.map(({ by }) => by) }) }, "name lastname").lean(),
    PrivacyRequestModel.findOne({ message: message._id }, "_id").lean(),
    namedIn(message.description),
  ]);
  const names = new Map(authors.map((author) => [author._id.toString(), fullName(author)]));
  return {
    id,
    name: fullName(message),
    email: message.email,
    phone: message.phone ?? null,
    type: shownAs(message.type),
    description: message.description,
    reservations,
    isDone: message.status,
    createdAt: formatInstant(message.createdAt),
    account: account ? { id: account._id.toString(), name: fullName(account) } : null,
    formerAccounts,
    answers: answers.map(({ text, at, by }) => ({
      text,
      at: formatInstant(at),
      by: names.get(by.toString()) ?? "un ancien compte",
    })),
    requestId: request?._id.toString() ?? null,
  };
}

async function accountsFormerlyAt(email: string): Promise<ContactRecord["formerAccounts"]> {
  const had = { _id: trusted({ $in: await formerlyAt(email) }), email: trusted({ $ne: email }) };
  const users = await UserModel.find(had, "name lastname").sort({ _id: 1 }).lean();
  return users.map((user) => ({ id: user._id.toString(), name: fullName(user) }));
}

/** As people write it, in capitals or not, with a dash, a space or nothing in it; a supplement's has two signs more. */
const REFERENCE = /\bPDS(?:\s?[\p{Pd}\u2212]\s?|\s)?[0-9A-Z]+(?:[\p{Pd}\u2212][0-9A-Z]{2})?\b/giu;
const MARK = /(?<=-[0-9A-Z]+)-[0-9A-Z]{2}$/;

/** The reservations whose references stand in a text. */
async function namedIn(text: string): Promise<ContactRecord["reservations"]> {
  const written = (text.match(REFERENCE) ?? []).map(writtenReference);
  // What follows a hyphen may be a word of the sentence; and who names a supplement writes about its reservation.
  const named = [...new Set(written.flatMap((found) => [found, found.replace(MARK, "")]))];
  if (named.length === 0) return [];
  const found = await ReservationModel.find(
    { reference: trusted({ $in: named }) },
    "reference",
  ).lean();
  return found.map(({ _id, reference }) => ({ id: _id.toString(), reference }));
}
