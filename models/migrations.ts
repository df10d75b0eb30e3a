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

/**
 * A review of an organisation's stood under its contact person's name, with the organisation's beside it, as it was called then:
 * it has the name of today. Where the account has none, what stands there is right: it is a person's by now, or was closed.
 */
async function nameOrganisations(): Promise<void> {
  // The schema knows the field no more, and refuses what it does not know.
  const former = { authorEntity: { $exists: true } };
  const $unset = { authorEntity: 1 } as const;
  const authors = (await ReviewModel.collection.distinct("author", former)) as Types.ObjectId[];
  for (const author of authors) {
    // Processes of the release before may be writing still: read and written at once, nobody's name is put back.
    await inTransaction(async (session) => {
      const user = await UserModel.findById(author, "entityName").session(session).lean();
      const named = user?.entityName ? { $set: { authorName: user.entityName } } : {};
      const theirs = { author, ...former };
      await ReviewModel.collection.updateMany(theirs, { ...named, $unset }, { session });
    });
  }
}
