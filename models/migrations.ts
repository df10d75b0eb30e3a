import { trusted, type Types } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { forgetFormer } from "./forget-former";
import { ReviewModel } from "./review";
import { UserModel } from "./user";

/** Brings what is stored up to what the product reads now. Safe to run again. */
export async function migrate(): Promise<void> {
  await giveRoles();
  await nameOrganisations();
  await forgetFormer();
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

/** A review of an organisation's stood under its contact person's name, with the organisation's beside it. */
async function nameOrganisations(): Promise<void> {
  // The schema knows the field no more, and refuses what it does not know.
  const former = ReviewModel.collection.find<{ _id: Types.ObjectId; authorEntity: string }>(
    { authorEntity: { $exists: true } },
    { projection: { authorEntity: 1 } },
  );
  for await (const { _id, authorEntity: authorName } of former) {
    const named = { $set: { authorName }, $unset: { authorEntity: 1 } } as const;
    await ReviewModel.collection.updateOne({ _id, authorEntity: authorName }, named);
  }
}
