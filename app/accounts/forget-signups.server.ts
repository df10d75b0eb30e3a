import { trusted, type ClientSession } from "mongoose";
import { AuditEntryModel } from "@models/audit-entry";
import { discard, isProvisional } from "@models/provisional-account";
import { UserModel, type User } from "@models/user";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { daysAgo } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { updateAll } from "~/platform/update-all.server";
import { forgetAccountMails, forgetSignupMails } from "./forget-account-mails.server";

/** For how many days a signup waits for its address to be proved, and a refused master's is kept (decision 047). */
const KEPT_DAYS = 30;
/** The mails of so many signups are deleted at once. */
const BATCH = 200;

type Found = Pick<User, "_id" | "email">;

/**
 * Deletes the signups that nobody has proved to be theirs in time, and those of masters that were refused, with their
 * mails: what was typed may be of somebody who knows nothing of it. A master's whose address is proved waits for an
 * administrator's answer, however long.
 *
 * @throws AggregateError once the others had their turn, of those that could not be forgotten
 */
export async function forgetSignups(now: Date): Promise<void> {
  const before = daysAgo(now, KEPT_DAYS);
  const due = {
    createdAt: trusted({ $lt: before }),
    deletedAt: NOT_SET,
    $or: [
      { isVerified: false, masterStatus: trusted({ $ne: "validated" as const }) },
      { masterStatus: "refused" as const, bannedAt: NOT_SET },
    ],
  };
  const found = await UserModel.find(due, "email").lean<Found[]>();
  const forget = ({ _id }: Found) =>
    inTransaction(async (transaction) => {
      const user = await UserModel.findOne({ _id, ...due })
        .session(transaction)
        .lean();
      if (!user || !isProvisional(user)) return;
      const last = await lastWordOn(user, transaction);
      if (last && last >= before) return;
      await forgetAccountMails(_id, transaction);
      await discard(user, transaction);
    });
  const one = { concurrency: 1, failure: "signup not forgotten" };
  const many = { concurrency: 1, failure: "mails of signups not forgotten" };
  const errors: unknown[] = [];
  // A signup stays as long as its mails do: once it is gone, nothing says that they were about it.
  const forgetBatch = async (batch: readonly Found[]) => {
    const addresses = batch.map(({ email }) => email);
    await inTransaction((transaction) => forgetSignupMails(addresses, { before, transaction }));
    errors.push(...(await pMapLogged(batch, forget, one)));
  };
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH);
    errors.push(...(await pMapLogged([batch], forgetBatch, many)));
  }
  if (errors.length > 0) throw new AggregateError(errors, "Some signups were not forgotten");
}

/** Takes away the codes that were used, once their time is over. @throws AggregateError as `updateAll` does */
export async function forgetCodes(now: Date): Promise<void> {
  // The few by their index first: the embedded engine looks by the first field that has one.
  const used = { "verification.expiresAt": trusted({ $lte: now }), isVerified: true };
  await updateAll(UserModel, used, { $unset: { verification: 1 } }, "codes not forgotten");
}

/**
 * When a master's submission was refused. Of other signups nothing counts but when they were made: anybody may ask for
 * another code, which would keep one for ever.
 */
async function lastWordOn(
  { _id, masterStatus }: User,
  transaction: ClientSession,
): Promise<Date | undefined> {
  if (masterStatus !== "refused") return undefined;
  const refusal = await AuditEntryModel.findOne(
    { target: _id.toString(), act: "master.refuse" },
    "at",
  )
    .session(transaction)
    .lean();
  return refusal?.at;
}
