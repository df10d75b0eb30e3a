import { trusted } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { LedgerEntryModel } from "./ledger-entry";
import { UserModel } from "./user";
import { VenueModel } from "./venue";

/** Brings what is stored up to what the product reads now. Safe to run again. */
export async function migrate(): Promise<void> {
  await giveRoles();
  await forgetReferences();
}

/** Administrators from before there were roles could do everything, and still may. */
async function giveRoles(): Promise<void> {
  await inTransaction(async (transaction) => {
    await UserModel.updateMany(
      { isAdmin: true, adminRole: trusted({ $exists: false }) },
      { $set: { adminRole: "super-admin" } },
    ).session(transaction);
  });
}

/**
 * What the land register calls the venues of owners who closed their accounts before it was forgotten with these: nothing is
 * declared of who was never paid (decision 031).
 */
async function forgetReferences(): Promise<void> {
  const closed = await UserModel.find({ deletedAt: trusted({ $exists: true }) }, "_id").lean();
  const owners = await VenueModel.distinct("userId", {
    userId: trusted({ $in: closed.map(({ _id }) => _id) }),
    cadastralReference: trusted({ $exists: true }),
  });
  if (owners.length === 0) return;
  const paid = await LedgerEntryModel.distinct("owner", {
    owner: trusted({ $in: owners }),
    type: "transferred",
  });
  const wasPaid = new Set(paid.map(String));
  const unpaid = owners.filter((owner) => !wasPaid.has(owner.toString()));
  await inTransaction(async (transaction) => {
    await VenueModel.updateMany(
      { userId: trusted({ $in: unpaid }) },
      { $unset: { cadastralReference: 1 } },
    ).session(transaction);
  });
}
