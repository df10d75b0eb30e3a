import { trusted } from "mongoose";
import { enqueue } from "@jobs/queue";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes, formatDay, type Day } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { isNoticeInTime } from "~/rules/terms";

/** So many leave in a minute, so that no code and no request waits behind those of everybody. */
const A_MINUTE = 200;
/** So many accounts are held at once, so that nobody who logs in waits for long. */
const A_TURN = 20;

/** Everybody who has accepted the terms or is about to; a signup whose address nobody proved may be of somebody else. */
const PARTIES = {
  isVerified: true,
  deletedAt: trusted({ $exists: false }),
  masterStatus: trusted({ $ne: "refused" as const }),
};

type Party = Pick<User, "_id" | "name" | "email">;

/**
 * Tells everybody who has an account of other terms, one mail each, whatever became of a run before this one. The mails
 * leave some a minute.
 *
 * @param change the day since which they stand, and what changes
 * @returns how many are told by this run; null where the last of them would know less than 15 days before
 */
export async function announceTerms(
  change: { from: Day; words: string },
  now: Date,
): Promise<number | null> {
  const parties = await UserModel.countDocuments(PARTIES);
  if (!isNoticeInTime(change.from, turnOf(parties, now))) return null;
  let told = 0;
  let turn: Party[] = [];
  const tell = async () => {
    told += await tellSome(turn, change, turnOf(told, now));
    turn = [];
  };
  const everybody = UserModel.find(PARTIES, "name email").sort({ _id: 1 }).lean<Party[]>();
  for await (const party of everybody.cursor({ batchSize: A_MINUTE })) {
    turn.push(party);
    if (turn.length === A_TURN) await tell();
  }
  if (turn.length > 0) await tell();
  if (told > 0) await enqueue("send-mails");
  return told;
}

/** When a mail leaves before which so many others do. */
const turnOf = (before: number, now: Date): Date => addMinutes(now, Math.floor(before / A_MINUTE));

/** @returns how many of them had not been told before */
async function tellSome(
  parties: readonly Party[],
  change: { from: Day; words: string },
  notBefore: Date,
): Promise<number> {
  return await inTransaction(async (session) => {
    const mails: MailMessage[] = [];
    for (const party of parties) {
      if (!(await keepFromClosing(party._id, session))) continue;
      mails.push({ ...noticeMail(party, change), notBefore });
    }
    const key = trusted({ $in: mails.map((mail) => mail.key) });
    const known = await MailModel.countDocuments({ key }, { session });
    await queueMails(mails, session);
    return mails.length - known;
  });
}

function noticeMail(
  { _id, name, email }: Party,
  { from, words }: { from: Day; words: string },
): MailMessage {
  const day = formatDay(from);
  return {
    key: `terms:${_id.toString()}:${from}`,
    to: email,
    subject: `Nos conditions générales changent le ${day}`,
    paragraphs: [
      `Bonjour ${name},`,
      `Nos conditions générales changent à partir du ${day}. Voici ce qui change\u00a0:`,
      words,
      `Jusque-là, celles d’aujourd’hui s’appliquent, et aux réservations faites d’ici là aussi après. Si vous n’êtes pas d’accord, vous pouvez fermer votre compte depuis vos paramètres avant le ${day}.`,
    ],
    action: {
      label: "Lire les conditions générales",
      url: new URL("/CGU", env.APP_URL).href,
    },
  };
}
