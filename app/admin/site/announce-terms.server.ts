import { trusted, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { formatDay, parisDayOf, type Day } from "~/platform/days";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { turnOf } from "~/platform/mail/mail-turn";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { isNoticeInTime } from "~/rules/terms";

/** So many accounts are held at once, so that nobody who logs in waits for long. */
const A_TURN = 20;
const READ_AT_ONCE = 200;

/**
 * Whoever has accepted the terms. Somebody whose account the office made and who has not is asked to before anything else;
 * administrators are no party to them. A signup whose address nobody proved may be of somebody else.
 */
const PARTIES = {
  isVerified: true,
  isAdmin: false,
  deletedAt: NOT_SET,
  masterStatus: trusted({ $ne: "refused" as const }),
  termsAcceptedAt: IS_SET,
};

const FIELDS = "name email termsAcceptedAt bannedAt masterStatus";
type Party = Pick<User, "_id" | "name" | "email" | "bannedAt" | "masterStatus"> & {
  termsAcceptedAt: Date;
};

interface Change {
  /** The day since which other terms stand. */
  from: Day;
  /** What changes. */
  words: string;
}

/**
 * Tells everybody who has accepted the terms of other ones, one mail each, whatever became of a run before this one. The
 * mails leave some a minute. Whoever accepted the terms after the first were told is told even with less than 15 days
 * left, but no longer on the day itself or after it.
 *
 * @returns how many are told by this run, and how many are not because the last of them would know less than 15 days
 *   before, or because the day has come
 */
export async function announceTerms(
  change: Change,
  now: Date,
): Promise<{ told: number; late: number }> {
  const { from } = change;
  const since = await firstTold(from);
  const isNew = (party: Party) => since !== undefined && party.termsAcceptedAt > since;
  const isFormer = (party: Party) => !isNew(party);
  let [former, newer] = [0, 0];
  for await (const party of untold(from)) {
    if (isNew(party)) newer += 1;
    else former += 1;
  }
  const isLate = !isNoticeInTime(from, turnOf(former, now));
  const due = isLate ? newer : former + newer;
  if (parisDayOf(turnOf(due, now)) >= from) return { told: 0, late: former + newer };
  let told = 0;
  // The former first: they are to know in time.
  for (const who of isLate ? [isNew] : [isFormer, isNew]) {
    for await (const some of inTurns(untold(from), who)) {
      told += await tellSome(some, change, turnOf(told, now));
    }
  }
  if (told > 0) await enqueue("send-mails");
  return { told, late: former + newer - due };
}

const noticeKey = (id: Types.ObjectId, from: Day) => `terms:${id.toString()}:${from}`;

/** When runs before this one began to tell; undefined: there was none. */
async function firstTold(from: Day): Promise<Date | undefined> {
  const key = trusted({ $regex: `^terms:[0-9a-f]{24}:${from}$` });
  const first = await MailModel.findOne({ key }, "createdAt").sort({ createdAt: 1 }).lean();
  return first?.createdAt;
}

/** Those whom no run has told yet, which the keys of their mails say. However many there are, some are read at a time. */
async function* untold(from: Day): AsyncGenerator<Party> {
  let last: Types.ObjectId | undefined;
  for (;;) {
    const further = last ? { ...PARTIES, _id: trusted({ $gt: last }) } : PARTIES;
    const parties = await UserModel.find(further, FIELDS)
      .sort({ _id: 1 })
      .limit(READ_AT_ONCE)
      .lean<Party[]>();
    last = parties.at(-1)?._id;
    if (!last) return;
    const key = trusted({ $in: parties.map(({ _id }) => noticeKey(_id, from)) });
    const told = new Set((await MailModel.find({ key }, "key").lean()).map((mail) => mail.key));
    yield* parties.filter(({ _id }) => !told.has(noticeKey(_id, from)));
  }
}

/** The people who are meant, in groups of as many as are told at once. */
async function* inTurns(
  people: AsyncIterable<Party>,
  isMeant: (party: Party) => boolean,
): AsyncGenerator<Party[]> {
  let some: Party[] = [];
  for await (const party of people) {
    if (isMeant(party)) some.push(party);
    if (some.length < A_TURN) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** @returns how many of them are told: not those who closed their account meanwhile */
async function tellSome(
  parties: readonly Party[],
  change: Change,
  notBefore: Date,
): Promise<number> {
  return await inTransaction(async (session) => {
    const mails: MailMessage[] = [];
    for (const party of parties) {
      if (!(await keepFromClosing(party._id, session))) continue;
      mails.push({ ...noticeMail(party, change), notBefore });
    }
    await queueMails(mails, session);
    return mails.length;
  });
}

function noticeMail(party: Party, { from, words }: Change): MailMessage {
  const day = formatDay(from);
  return {
    key: noticeKey(party._id, from),
    to: party.email,
    subject: `Nos conditions générales changent le ${day}`,
    paragraphs: [
      `Bonjour ${party.name},`,
      `Nos conditions générales changent à partir du ${day}. Voici ce qui change\u00a0:`,
      words,
      `Jusque-là, celles d’aujourd’hui s’appliquent, et aux réservations faites d’ici là aussi après. Si vous n’êtes pas d’accord, ${wayOut(party, day)}`,
    ],
    action: {
      label: "Lire les conditions générales",
      url: new URL("/CGU", env.APP_URL).href,
    },
  };
}

/** Who is banned, or whose submission waits for an answer, cannot log in to close theirs. */
function wayOut({ bannedAt, masterStatus }: Party, day: string): string {
  const canLogIn = bannedAt === undefined && masterStatus !== "pending";
  return canLogIn
    ? `vous pouvez fermer votre compte depuis vos paramètres avant le ${day}.`
    : `écrivez-nous avant le ${day} pour que votre compte soit fermé\u00a0: ${contactUrl()}`;
}
