/** Whether what was written some time ago to somebody whom it did not reach is true now. */
import { trusted, type ClientSession, type QueryFilter, type Types } from "mongoose";
import { CalendarImportModel } from "@models/calendar-import";
import { ImageModel } from "@models/image";
import { MailModel, type Mail } from "@models/mail";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { ReviewModel } from "@models/review";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { missingFacts } from "~/declarations/declaration";
import { standingTelling, tellingsOf } from "~/payments/restriction-mail.server";
import { parisDayOf, todayInParis } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { DECLARED_FIELDS, declaredOwner } from "~/rules/declared-owner";

interface Asked {
  /** What the key names behind its first word. */
  id: string;
  /** When what it tells was done, as its key says. */
  at: Date;
  mail: Asking;
  now: Date;
  session: ClientSession | null;
}
type Asking = Pick<Mail, "_id" | "key" | "createdAt">;
type Looked = (asked: Asked) => Promise<unknown>;

const never: Looked = () => Promise.resolve(false);
/** Somebody who can log in to what a mail leads to. */
const isIn = (_id: Types.ObjectId | string) => ({ _id, bannedAt: NOT_SET, deletedAt: NOT_SET });

/**
 * What is declared is told 'au plus tard le 31 janvier', and may be put right until then: February has words of its own, and
 * in March nobody is told any more.
 */
const untilFiled: Looked = ({ mail, now }) => {
  const next = Number(mail.key.split(":")[2]) + 1;
  const [filed, over] = [`${next}-02-01`, `${next}-03-01`];
  const isLate = parisDayOf(mail.createdAt) >= filed;
  return Promise.resolve(todayInParis(now) < (isLate ? over : filed));
};

/** 'Nous vous répondons au plus tard le': as long as that day is to come, and nobody has answered. */
const awaitsAnswer =
  (extendedAt: QueryFilter<PrivacyRequest>["extendedAt"]): Looked =>
  ({ id, now, session }) =>
    PrivacyRequestModel.exists({
      ...{ _id: id, outcome: NOT_SET, extendedAt },
      dueOn: trusted({ $gte: todayInParis(now) }),
    }).session(session);

/** By the first word of the key. What is not here tells what happened, and stays true. */
export const STANDS: Partial<Record<string, Looked>> = {
  // Fifteen minutes, and what somebody tried with an address: a mail is given up after two days.
  code: never,
  "known-address": never,
  "email-code": never,
  "email-wanted": never,
  reset: ({ id, at, now, session }) =>
    UserModel.exists({
      ...{ _id: id, "reset.sentAt": at, "reset.expiresAt": trusted({ $gt: now }) },
    }).session(session),
  invitation: ({ id, now, session }) =>
    UserModel.exists({ _id: id, "reset.expiresAt": trusted({ $gt: now }) }).session(session),
  banned: ({ id, at, session }) =>
    UserModel.exists({ _id: id, bannedAt: at, deletedAt: NOT_SET }).session(session),
  unbanned: ({ id, session }) =>
    UserModel.exists({ _id: id, bannedAt: NOT_SET, deletedAt: NOT_SET }).session(session),
  unused: ({ id, at, session }) =>
    UserModel.exists({
      ...{ _id: id, deletedAt: NOT_SET },
      // Who is banned, or no longer is, is told so.
      $or: [
        { bannedAt: at },
        { bannedAt: NOT_SET, lastLogin: at },
        { bannedAt: NOT_SET, lastLogin: NOT_SET, createdAt: at },
      ],
    }).session(session),
  // 'Changent à partir du', and who does not agree may leave until then.
  terms: ({ mail, now }) => {
    const [from = ""] = mail.key.split(":").slice(2);
    return Promise.resolve(todayInParis(now) < from);
  },
  "account-restricted": async ({ id, at, session }) => {
    const limited = { _id: id, stripeStats: "restricted", stripeStatsAt: at } as const;
    const owner = await UserModel.findOne(limited, "stripeStatsAt").session(session).lean();
    // The office may have had another one written since.
    return owner !== null && !standingTelling(await tellingsOf(owner, session));
  },
  "calendar-failing": async ({ id, at, session }) => {
    const calendar = await CalendarImportModel.findOne({ _id: id, syncedAt: at }, "owner")
      .session(session)
      .lean();
    return calendar && UserModel.exists(isIn(calendar.owner)).session(session);
  },
  // Reminders are forgotten with each answer.
  "tax-facts": async ({ id, at, session }) => {
    const account = await UserModel.findOne(isIn(id), DECLARED_FIELDS).session(session).lean();
    const facts = await TaxFactsModel.findById(id).session(session).lean();
    if (!account || facts?.reminders?.at(-1)?.getTime() !== at.getTime()) return false;
    return missingFacts(declaredOwner(account, facts)).length > 0;
  },
  declared: untilFiled,
  "declared-closed": untilFiled,
  "privacy-received": awaitsAnswer(NOT_SET),
  "privacy-extended": awaitsAnswer(trusted({ $exists: true })),
  "venue-suspended": ({ id, at, session }) =>
    VenueModel.exists({ _id: id, suspendedAt: at }).session(session),
  "venue-restored": ({ id, session }) =>
    VenueModel.exists({ _id: id, suspendedAt: NOT_SET, deletedAt: NOT_SET }).session(session),
  "photo-removed": ({ id, session }) => ImageModel.exists({ removedBy: id }).session(session),
  // A review does not say when it was refused.
  "review-decided": async ({ id, mail, session }) => {
    const latest = await MailModel.findOne({ key: trusted({ $regex: `^review-decided:${id}:` }) })
      .sort({ createdAt: -1 })
      .session(session)
      .lean();
    return latest?._id.equals(mail._id) && ReviewModel.exists({ _id: id }).session(session);
  },
};

/** Of `tax-facts` the moment is said behind the year. */
function momentOf(name: string, parts: readonly string[]): Date {
  return new Date(Number(name === "tax-facts" ? parts[1] : parts[0]));
}

/** Whether a mail about no reservation may be sent as it was written. */
export async function stillStands(
  mail: Asking,
  now: Date,
  session: ClientSession | null,
): Promise<boolean> {
  const [name = "", id = "", ...parts] = mail.key.split(":");
  const look = STANDS[name];
  return !look || Boolean(await look({ id, at: momentOf(name, parts), mail, now, session }));
}
