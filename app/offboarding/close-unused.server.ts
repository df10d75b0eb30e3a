import { trusted, type ClientSession, type Types } from "mongoose";
import { enqueue } from "@jobs/queue";
import { ApiTokenModel } from "@models/api-token";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import {
  addDays,
  addMonths,
  daysAgo,
  formatDay,
  parisDayOf,
  parisMidnight,
  todayInParis,
} from "~/platform/days";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { isUnavailable, Refusal } from "~/platform/refusal";
import { closeAccount } from "./close-account.server";
import { departureObstacles } from "./departure-obstacles.server";
import { endedRequests, unansweredOf, type Unanswered } from "./unanswered.server";
import { WHAT_STAYS } from "./what-stays";

/** For how many months an account waits for whoever it is of, and how many days before it is closed they are told (decision 049). */
const KEPT_MONTHS = 36;
const TOLD_DAYS = 30;
/** For how many days what they were told holds: who used theirs otherwise meanwhile, a booking say, is told anew years later. */
const NOTICE_HOLDS_DAYS = 60;
/** So many are told in one turn, so that no other mail waits behind those of a first one. */
const A_TURN = 200;
const BATCH = 100;

type Account = Pick<User, "_id" | "name" | "email" | "createdAt" | "lastLogin" | "bannedAt">;

/**
 * Closes the accounts that nobody has logged in to for three years, or that have been banned for as long, a month after their
 * holders were told. Whoever comes back keeps theirs; so does who has reserved or let meanwhile, or whose program calls.
 *
 * @throws AggregateError once the others had their turn, of those that could not be told or closed
 */
export async function closeUnused(now: Date): Promise<void> {
  const lastDay = addMonths(todayInParis(now), -KEPT_MONTHS);
  let told = 0;
  const errors: unknown[] = [];
  const attend = async (account: Account) => {
    if (await isUsed(account._id, parisMidnight(lastDay))) return;
    const notice = await noticeOf(account, now);
    if (notice === "none") {
      if (told < A_TURN && (await tell(account, now))) told += 1;
      return;
    }
    if (notice === "early" || lastUse(account) >= parisMidnight(lastDay)) return;
    await closeAccount(account._id.toString(), now, {
      async within(transaction, { unanswered }) {
        await stayedAway(account, transaction);
        if (isAwaited(unanswered)) throw new Refusal("account_in_use");
      },
    });
  };
  for await (const batch of unusedSince(parisMidnight(addDays(lastDay, TOLD_DAYS)))) {
    const options = { concurrency: 1, failure: "unused account left", isWait };
    errors.push(...(await pMapLogged(batch, attend, options)));
  }
  if (told > 0) await enqueue("send-mails");
  if (errors.length > 0) throw new AggregateError(errors, "Some unused accounts were left");
}

/** Somebody came back, or something is to come, at this very moment. */
const isWait = (error: unknown) => error instanceof Refusal && !isUnavailable(error);

/** Who never logged in has had the account since it was made; whom a ban keeps out did not stay away by themselves until then. */
const lastUse = ({ bannedAt, lastLogin, createdAt }: Account): Date =>
  bannedAt ?? lastLogin ?? createdAt;

/** By the last use, for who comes back and stays away again is told again; the day on which they are told follows. */
const noticeKey = (account: Account) =>
  `unused:${account._id.toString()}:${lastUse(account).getTime()}:`;

/** Whether somebody was told of late, and long enough ago. */
async function noticeOf(account: Account, now: Date): Promise<"none" | "early" | "due"> {
  const key = trusted({ $regex: `^${noticeKey(account)}` });
  const notice = await MailModel.findOne({ key }, "status sentAt createdAt")
    .sort({ createdAt: -1 })
    .lean();
  if (!notice) return "none";
  const at = notice.sentAt ?? notice.createdAt;
  if (notice.status === "queued" || at >= daysAgo(now, TOLD_DAYS)) return "early";
  return at < daysAgo(now, NOTICE_HOLDS_DAYS) ? "none" : "due";
}

/**
 * The accounts that could be due, some at a time. Not administrators', nor a signup that is not proved or waits for an answer,
 * which ends otherwise (decision 047).
 */
async function* unusedSince(before: Date): AsyncGenerator<Account[]> {
  const due = {
    createdAt: trusted({ $lt: before }),
    $or: [{ lastLogin: NOT_SET }, { lastLogin: trusted({ $lt: before }) }],
    ...{ isVerified: true, isAdmin: false, deletedAt: NOT_SET },
    masterStatus: trusted({ $nin: ["pending", "refused"] as const }),
  };
  let batch: Account[] = [];
  const found = UserModel.find(due, "name email createdAt lastLogin bannedAt").lean<Account[]>();
  for await (const account of found.cursor({ batchSize: BATCH })) {
    if (lastUse(account) >= before) continue;
    batch.push(account);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Whether somebody's account serves them without a login of late: a session lasts 90 days. */
async function isUsed(id: Types.ObjectId, since: Date): Promise<boolean> {
  const recently = trusted({ $gte: since });
  const looks = [
    () => SessionModel.exists({ userId: id }),
    () => ApiTokenModel.exists({ userId: id, lastUsedAt: recently }),
    () => ReservationModel.exists({ userId: id, createdAt: recently }),
    () => ReservationModel.exists({ ownerId: id, createdAt: recently }),
  ];
  for (const look of looks) if (await look()) return true;
  return false;
}

/** @throws Refusal("account_in_use") where they logged in, or may again, since they were looked up */
async function stayedAway(
  { _id, lastLogin, bannedAt }: Account,
  transaction: ClientSession,
): Promise<void> {
  const same = { _id, lastLogin: lastLogin ?? NOT_SET, bannedAt: bannedAt ?? NOT_SET };
  if (!(await UserModel.exists(same).session(transaction))) throw new Refusal("account_in_use");
}

/** Whether an answer is awaited that would never come. */
const isAwaited = ({ appealed, requests }: Unanswered): boolean =>
  appealed.length > 0 || endedRequests(requests).length > 0;

/**
 * @returns whether they were told: nobody is whose account could not be closed
 * @throws Refusal("account_in_use") as `stayedAway`
 */
async function tell(account: Account, now: Date): Promise<boolean> {
  return await inTransaction(async (session) => {
    if (!(await keepFromClosing(account._id, session))) return false;
    await stayedAway(account, session);
    const { isFree } = await departureObstacles(account._id.toString(), now, session);
    if (!isFree || isAwaited(await unansweredOf(account, session))) return false;
    const { name, email, bannedAt } = account;
    const { subject, keep, action } = bannedAt ? OF_A_BAN : OF_DISUSE;
    await queueMail(
      {
        key: `${noticeKey(account)}${todayInParis(now)}`,
        ...{ to: email, subject, action },
        paragraphs: [
          `Bonjour ${name},`,
          `${sinceWhen(account)} Nous ne gardons pas les données de comptes dont personne ne se sert\u00a0: le vôtre sera fermé le ${closingDay(account, now)} au plus tôt, et vos données personnelles seront anonymisées.`,
          keep,
          WHAT_STAYS.yours,
        ],
      },
      session,
    );
    return true;
  });
}

const OF_DISUSE = {
  subject: "Votre compte va être fermé, faute d’usage",
  keep: "Pour le garder, il suffit de vous connecter d’ici là.",
  action: { label: "Garder mon compte", url: new URL("/connexion", env.APP_URL).href },
};
/** Nobody who is banned can log in, be it for their receipts; what keeps the account is a ban that is lifted, which no mail promises. */
const OF_A_BAN: typeof OF_DISUSE = {
  subject: "Votre compte suspendu va être fermé",
  keep: "S’il vous faut d’ici là une copie de vos données, un reçu ou un avoir, écrivez-nous.",
  action: { label: "Nous écrire", url: contactUrl() },
};

function sinceWhen({ bannedAt, lastLogin, createdAt }: Account): string {
  if (bannedAt) return `Votre compte est suspendu depuis le ${formatDay(parisDayOf(bannedAt))}.`;
  return lastLogin
    ? `Votre dernière connexion date du ${formatDay(parisDayOf(lastLogin))}.`
    : `Votre compte date du ${formatDay(parisDayOf(createdAt))}, et personne ne s’y est connecté.`;
}

/** The first day on which a turn may close it. */
function closingDay(account: Account, now: Date): string {
  const unused = addDays(addMonths(parisDayOf(lastUse(account)), KEPT_MONTHS), 1);
  const toldLongAgo = addDays(todayInParis(now), TOLD_DAYS + 1);
  return formatDay(unused > toldLongAgo ? unused : toldLongAgo);
}
