/** Whether what was written some time ago to somebody whom it did not reach is true now. */
import { trusted, type ClientSession } from "mongoose";
import { ImageModel } from "@models/image";
import { MailModel, type Mail } from "@models/mail";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { todayInParis } from "~/platform/days";

interface Asked {
  /** What the key names behind its first word. */
  id: string;
  /** When what it tells was done, as its key says. */
  at: Date;
  mail: Pick<Mail, "_id" | "key">;
  now: Date;
  session: ClientSession | null;
}
type Looked = (asked: Asked) => Promise<unknown>;

const never: Looked = () => Promise.resolve(false);
const unset = () => trusted({ $exists: false });

/** By the first word of the key. What is not here tells what happened, and stays true. */
const STANDS: Partial<Record<string, Looked>> = {
  // Fifteen minutes, and 'vient d’être demandée': a mail is given up after two days.
  code: never,
  "known-address": never,
  reset: ({ id, at, now, session }) =>
    UserModel.exists({
      ...{ _id: id, "reset.sentAt": at, "reset.expiresAt": trusted({ $gt: now }) },
    }).session(session),
  invitation: ({ id, now, session }) =>
    UserModel.exists({ _id: id, "reset.expiresAt": trusted({ $gt: now }) }).session(session),
  banned: ({ id, at, session }) =>
    UserModel.exists({ _id: id, bannedAt: at, deletedAt: unset() }).session(session),
  unbanned: ({ id, session }) =>
    UserModel.exists({ _id: id, bannedAt: unset(), deletedAt: unset() }).session(session),
  unused: ({ id, at, session }) =>
    UserModel.exists({
      ...{ _id: id, deletedAt: unset() },
      $or: [{ lastLogin: at }, { lastLogin: unset(), createdAt: at }],
    }).session(session),
  // 'Changent à partir du', and who does not agree may leave until then.
  terms: ({ mail, now }) => {
    const [from = ""] = mail.key.split(":").slice(2);
    return Promise.resolve(todayInParis(now) < from);
  },
  "account-restricted": ({ id, at, session }) =>
    UserModel.exists({ _id: id, stripeStats: "restricted", stripeStatsAt: at }).session(session),
  "venue-suspended": ({ id, at, session }) =>
    VenueModel.exists({ _id: id, suspendedAt: at }).session(session),
  "venue-restored": ({ id, session }) =>
    VenueModel.exists({ _id: id, suspendedAt: unset(), deletedAt: unset() }).session(session),
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

/** Whether a mail about no reservation may be sent as it was written. */
export async function stillStands(
  mail: Pick<Mail, "_id" | "key">,
  now: Date,
  session: ClientSession | null,
): Promise<boolean> {
  const [name = "", id = "", at] = mail.key.split(":");
  const look = STANDS[name];
  return !look || Boolean(await look({ id, at: new Date(Number(at)), mail, now, session }));
}
