import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ContactMessageModel } from "@models/contact-message";
import type { IdentityProof, PrivacyChannel, PrivacyKind } from "@models/enumerations";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { addMonths, parisDayOf, todayInParis, type Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { fullName } from "../words/person";
import { mailReceived } from "./privacy-mails.server";
import { IDENTITY_LABELS, lastDay, privacyWords } from "../words/privacy-words";

interface Recorded {
  kind: PrivacyKind;
  channel: PrivacyChannel;
  receivedOn: Day;
  email: string;
  name?: string;
  details?: string;
  identity?: IdentityProof;
  message?: Types.ObjectId;
}

interface By {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  now: Date;
}

/** How long ago a request may have come: older ones are a mistake in typing. */
const OLDEST_MONTHS = 12;

/**
 * Writes down a request that reached the team by a letter or a mail; the person is told by when they have
 * their answer. Of the same right asked by the same address on the same day there is one, which has what is said later too.
 *
 * @returns its id
 * @throws Refusal("privacy_day" | "forbidden")
 */
export async function recordRequest({
  actor,
  now,
  ...asked
}: By & Omit<Recorded, "message">): Promise<string> {
  const today = todayInParis(now);
  const { receivedOn } = asked;
  if (receivedOn > today || receivedOn < addMonths(today, -OLDEST_MONTHS)) {
    throw new Refusal("privacy_day", { field: "receivedOn" });
  }
  const id = await inTransaction((transaction) => record(asked, { actor, now }, transaction));
  await enqueue("send-mails");
  return id;
}

/**
 * Makes a request of a contact message: it came on the message's day, from its sender. The message counts as
 * dealt with; a second press leads to the same request, answered or not. Another right that it asks for too is a request of its own, which
 * is written down without it.
 *
 * @returns its id
 * @throws Refusal("not_found" | "privacy_other_right" | "forbidden")
 */
export async function requestOfMessage({
  actor,
  now,
  messageId,
  kind,
}: By & { messageId: string; kind: PrivacyKind }): Promise<string> {
  const id = await inTransaction(async (transaction) => {
    const message = await ContactMessageModel.findById(messageId).session(transaction).lean();
    if (!message) throw new Refusal("not_found");
    const known = await PrivacyRequestModel.findOne({ message: message._id }, "kind")
      .session(transaction)
      .lean();
    if (known && known.kind !== kind) throw new Refusal("privacy_other_right");
    if (known) return known._id.toString();
    const asked: Recorded = {
      kind,
      channel: "contact",
      receivedOn: parisDayOf(message.createdAt),
      email: message.email,
      name: fullName(message),
      details: message.description,
      message: message._id,
    };
    // One that nobody dealt with is in no request, whatever its words.
    const answered = message.status ? await answeredWith(asked, transaction) : undefined;
    if (answered) return answered._id.toString();
    await ContactMessageModel.updateOne({ _id: message._id }, { $set: { status: true } }).session(
      transaction,
    );
    return await record(asked, { actor, now }, transaction);
  });
  await enqueue("send-mails");
  return id;
}

async function record(asked: Recorded, by: By, transaction: ClientSession): Promise<string> {
  const id = await create(asked, by, transaction);
  await mayAct(by.actor, "privacy.treat", transaction);
  return id;
}

async function create(
  asked: Recorded,
  { actor, now }: By,
  transaction: ClientSession,
): Promise<string> {
  const { email, receivedOn } = asked;
  const known = (await sameAs(asked, transaction)).find(({ outcome }) => !outcome);
  if (known) {
    await complete(known, asked, { actor, now }, transaction);
    return known._id.toString();
  }
  const user = await UserModel.findOne({ email }, "_id").session(transaction).lean();
  const request = {
    _id: new Types.ObjectId(),
    ...asked,
    dueOn: lastDay(receivedOn),
    ...(user && { user: user._id }),
    createdAt: now,
  };
  await PrivacyRequestModel.create([request], { session: transaction });
  await writeDown(request, { actor, now }, transaction);
  if (asked.identity) await writeIdentity(request, asked.identity, { actor, now }, transaction);
  await mailReceived(request, transaction);
  return request._id.toString();
}

/** Those of the same right, by the same address, on the same day. */
async function sameAs(
  { kind, email, receivedOn }: Recorded,
  transaction: ClientSession,
): Promise<PrivacyRequest[]> {
  const all = await PrivacyRequestModel.find({ email }).session(transaction).lean();
  return all.filter((one) => one.kind === kind && one.receivedOn === receivedOn);
}

/** The answered request that has what a message says: several of a day are one, which names the first of them alone. */
async function answeredWith(
  asked: Recorded,
  transaction: ClientSession,
): Promise<PrivacyRequest | undefined> {
  const same = await sameAs(asked, transaction);
  return same.find((one) => one.outcome !== undefined && says(one, asked.details));
}

/** Whether a request has some words as paragraphs of their own: within a longer one they are not what was asked again. */
function says({ details = "" }: PrivacyRequest, words: string | undefined): boolean {
  return words !== undefined && `\n\n${details}\n\n`.includes(`\n\n${words}\n\n`);
}

/** What was asked again of the same right on the same day says what the request does not; what it says stays. */
async function complete(
  known: PrivacyRequest,
  { name, details, identity, message }: Recorded,
  by: By,
  transaction: ClientSession,
): Promise<void> {
  const isNew = details !== undefined && !says(known, details);
  const more = {
    ...(name !== undefined && !known.name && { name }),
    ...(identity !== undefined && !known.identity && { identity }),
    ...(message !== undefined && !known.message && { message }),
    ...(isNew && { details: known.details ? `${known.details}\n\n${details}` : details }),
  };
  if (Object.keys(more).length === 0) return;
  await PrivacyRequestModel.updateOne({ _id: known._id }, { $set: more }).session(transaction);
  await writeDown(known, by, transaction);
  if (more.identity) await writeIdentity(known, more.identity, by, transaction);
}

async function writeDown(
  { _id, kind }: Pick<PrivacyRequest, "_id" | "kind">,
  { actor, now }: By,
  transaction: ClientSession,
): Promise<void> {
  const after = privacyWords(kind).label;
  await recordAct(
    { actor, act: "privacy.record", target: _id.toString(), after, at: now },
    transaction,
  );
}

/** Whoever makes sure of an identity as they write a request down does what `checkIdentity` does by itself. */
async function writeIdentity(
  { _id }: Pick<PrivacyRequest, "_id">,
  identity: IdentityProof,
  { actor, now }: By,
  transaction: ClientSession,
): Promise<void> {
  const after = IDENTITY_LABELS[identity];
  await recordAct(
    { actor, act: "privacy.identity", target: _id.toString(), after, at: now },
    transaction,
  );
}
