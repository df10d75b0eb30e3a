import { Types, type ClientSession } from "mongoose";
import { SettingModel } from "@models/setting";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { masterByCode } from "./find-master.server";
import { keepAccountOpen } from "./keep-account-open.server";
import { readLiaisonCode } from "./liaison-code";

/** Written by every link that is made, so that two at once cannot close a circle between them. */
const LOCK = "liaisonLock";

/**
 * Links an account to the master whose code it gives, if it is not yet; neither of the two is closed meanwhile.
 *
 * @throws Refusal("unknown_liaison_code" | "already_linked" | "liaison_self" | "liaison_circle" |
 *   "forbidden" | "unavailable")
 */
export async function linkAccount(userId: string, typed: string, now: Date): Promise<void> {
  const code = readLiaisonCode(typed);
  await inTransaction(async (transaction) => {
    await SettingModel.updateOne(
      { _id: LOCK },
      { $inc: { value: 1 }, $set: { updatedAt: now } },
      { upsert: true, session: transaction },
    );
    const master = code && (await masterByCode(code, transaction));
    if (!master) throw new Refusal("unknown_liaison_code", { field: "code" });
    if (master._id.toString() === userId) throw new Refusal("liaison_self", { field: "code" });
    if (await isAbove(userId, master.link_id, transaction)) {
      throw new Refusal("liaison_circle", { field: "code" });
    }
    await keepAccountOpen(new Types.ObjectId(userId), transaction);
    await keepAccountOpen(master._id, transaction);
    const { matchedCount } = await UserModel.updateOne(
      { _id: userId, link_id: NOT_SET },
      { $set: { link_id: master._id, linkedAt: now } },
    ).session(transaction);
    if (matchedCount > 0) return;
    // Pressed twice, it is done.
    const isDone = { _id: userId, link_id: master._id };
    if (await UserModel.exists(isDone).session(transaction)) return;
    throw new Refusal("already_linked");
  });
}

/**
 * Undoes an account's own link; nothing happens when there is none.
 *
 * @param masterId the master that the page showed: another one is not left unseen. Absent: a page from before it was asked
 * @throws Refusal("master_changed")
 */
export async function leaveMaster(userId: string, masterId: string | undefined): Promise<void> {
  const { matchedCount } = await UserModel.updateOne(
    { _id: userId, ...(masterId && { link_id: new Types.ObjectId(masterId) }) },
    { $unset: { link_id: 1, linkedAt: 1 } },
  );
  if (matchedCount > 0) return;
  const isLinked = { _id: userId, link_id: IS_SET };
  if (await UserModel.exists(isLinked)) throw new Refusal("master_changed");
}

/** Undoes the link of an account to a master, as the master wishes; nothing happens when it is not linked to this one. */
export async function removeLinkedAccount(masterId: string, accountId: string): Promise<void> {
  await UserModel.updateOne(
    { _id: new Types.ObjectId(accountId), link_id: new Types.ObjectId(masterId) },
    { $unset: { link_id: 1, linkedAt: 1 } },
  );
}

/** Whether an account is among the masters that `start` leads up to. */
async function isAbove(
  userId: string,
  start: Types.ObjectId | undefined,
  transaction: ClientSession,
): Promise<boolean> {
  const seen = new Set<string>();
  let current = start;
  while (current && !seen.has(current.toString())) {
    if (current.toString() === userId) return true;
    seen.add(current.toString());
    const above = await UserModel.findById(current, "link_id").session(transaction).lean();
    current = above?.link_id;
  }
  return false;
}
