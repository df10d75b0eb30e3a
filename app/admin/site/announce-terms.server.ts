import { trusted, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, formatDay, parisDayOf, type Day } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { isNoticeInTime } from "~/rules/terms";

/** So many leave in a minute, so that no code and no request waits behind those of everybody. */
const A_MINUTE = 200;
/** So many accounts are held at once, so that nobody who logs in waits for long. */
const A_TURN = 20;

/**
 * Everybody who has accepted the terms, or came without being asked to: an account that the office made and whose person never
 * came is party to nothing. A signup whose address nobody proved may be of somebody else.
 */
const PARTIES = {
  isVerified: true,
  deletedAt: trusted({ $exists: false }),
  masterStatus: trusted({ $ne: "refused" as const }),
  $or: [{ termsAcceptedAt: trusted({ $exists: true }) }, { lastLogin: trusted({ $exists: true }) }],
};

const FIELDS = "name email createdAt termsAcceptedAt bannedAt masterStatus";
type Party = Pick<
  User,
  "_id" | "name" | "email" | "createdAt" | "termsAcceptedAt" | "bannedAt" | "masterStatus"
>;

interface Change {
  /** The day since which other terms stand. */
  from: Day;
  /** What changes. */
  words: string;
}

/**
 * Tells everybody who has an account of other terms, one mail each, whatever became of a run before this one. The mails
 * leave some a minute. Who came after the first were told is told whatever the day: nobody could tell them sooner.
 *
 * @returns how many are told by this run, and how many are not because the last of them would know less than 15 days
 *   before, or because the day is there
 */
export async function announceTerms(
  change: Change,
  now: Date,
): Promise<{ told: number; late: number }> {
  const parties = await UserModel.find(PARTIES, FIELDS).sort({ _id: 1 }).lean<Party[]>();
  const { keys, since } = await alreadyTold(change.from);
  const untold = parties.filter(({ _id }) => !keys.has(noticeKey(_id, change.from)));
  const isNew = (party: Party) => since !== undefined && partySince(party) > since;
  const former = untold.filter((party) => !isNew(party));
  const isLate = !isNoticeInTime(change.from, turnOf(former.length, now));
  const due = isLate ? untold.filter(isNew) : [...former, ...untold.filter(isNew)];
  if (parisDayOf(turnOf(due.length, now)) >= change.from) return { told: 0, late: untold.length };
  let told = 0;
  for (let first = 0; first < due.length; first += A_TURN) {
    told += await tellSome(due.slice(first, first + A_TURN), change, turnOf(told, now));
  }
  if (told > 0) await enqueue("send-mails");
  return { told, late: untold.length - due.length };
}

const partySince = ({ termsAcceptedAt, createdAt }: Party): Date => termsAcceptedAt ?? createdAt;

const noticeKey = (id: Types.ObjectId, from: Day) => `terms:${id.toString()}:${from}`;

/** By the keys of their mails, whom runs before this one told, and when the first of them began. */
async function alreadyTold(from: Day): Promise<{ keys: ReadonlySet<string>; since?: Date }> {
  const key = trusted({ $regex: `^terms:[0-9a-f]{24}:${from}$` });
  const mails = await MailModel.find({ key }, "key createdAt").sort({ createdAt: 1 }).lean();
  return { keys: new Set(mails.map((mail) => mail.key)), since: mails[0]?.createdAt };
}

/** When a mail leaves before which so many others do. */
const turnOf = (before: number, now: Date): Date => addMinutes(now, Math.floor(before / A_MINUTE));

/** @returns how many of them are told: nobody is who closed their account meanwhile */
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
    : `écrivez-nous avant le ${day} pour que votre compte soit fermé\u00a0: ${new URL("/contact", env.APP_URL).href}`;
}
