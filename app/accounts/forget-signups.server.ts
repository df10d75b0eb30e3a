import { trusted, type Types } from "mongoose";
import { MailModel } from "@models/mail";
import { UserModel } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, parisMidnight, todayInParis } from "~/platform/days";
import { discard, wasNeverVerified } from "./unverified-signup.server";

/** For how many days a signup waits, after the last code that was asked for, for its address to be proved (decision 047). */
const KEPT_DAYS = 30;

/**
 * Deletes the signups that nobody has proved to be theirs in time, with the mails of their codes: what was typed may be
 * of somebody who knows nothing of it. A master's waits for an administrator's answer, however long.
 */
export async function forgetSignups(now: Date): Promise<void> {
  const before = parisMidnight(addDays(todayInParis(now), -KEPT_DAYS));
  const due = {
    isVerified: false,
    createdAt: trusted({ $lt: before }),
    masterStatus: trusted({ $exists: false }),
  };
  const found = await UserModel.find(due, "email").lean<{ _id: Types.ObjectId; email: string }[]>();
  // First: once the signup is gone, nobody knows any more that nobody has said the address to be theirs.
  await MailModel.deleteMany({
    key: trusted({ $regex: "^code:" }),
    to: trusted({ $in: found.map(({ email }) => email) }),
    createdAt: trusted({ $lt: before }),
  });
  const forget = ({ _id }: { _id: Types.ObjectId }) =>
    inTransaction(async (transaction) => {
      const user = await UserModel.findOne({ _id, ...due })
        .session(transaction)
        .lean();
      const asked = user?.verification?.sentAt;
      if (user && wasNeverVerified(user) && !(asked && asked >= before)) {
        await discard(user, transaction);
      }
    });
  await pMapLogged(found, forget, { concurrency: 1, failure: "signup not forgotten" });
}
