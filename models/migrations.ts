import { trusted, type Types } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { forgetFormer } from "./forget-former";
import { ReviewModel } from "./review";
import { spellDomains } from "./spell-domains";
import { UserModel } from "./user";

/** Brings what is stored up to what the product reads now. Safe to run again. */
export async function migrate(): Promise<void> {
  await giveRoles();
  await nameOrganisations();
  await forgetFormer();
  await spellDomains();
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

interface Former {
  _id: Types.ObjectId;
  author: Types.ObjectId;
  authorEntity: string;
}

/** A review of an organisation's stood under its contact person's name, with the organisation's beside it. */
async function nameOrganisations(): Promise<void> {
  // The schema knows the field no more, and refuses what it does not know.
  const former = ReviewModel.collection.find<Former>(
    { authorEntity: { $exists: true } },
    { projection: { authorEntity: 1, author: 1 } },
  );
  for await (const { _id, author, authorEntity } of former) {
    // Nobody is named any more who closed their account while processes of the release before were still writing.
    const isOpen = await UserModel.exists({ _id: author, deletedAt: trusted({ $exists: false }) });
    const named = { ...(isOpen && { $set: { authorName: authorEntity } }) };
    await ReviewModel.collection.updateOne(
      { _id, authorEntity },
      { ...named, $unset: { authorEntity: 1 } },
    );
  }
}
