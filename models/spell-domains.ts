import { inTransaction, isDuplicateKey } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { storedEmail } from "~/platform/stored-email";
import { ContactMessageModel } from "./contact-message";
import { MailModel } from "./mail";
import { PrivacyRequestModel } from "./privacy-request";
import { ReportModel } from "./report";
import { TaxFactsModel } from "./tax-facts";
import { UserModel } from "./user";

/** Where an e-mail address is stored that something is looked up by. */
const PLACES = [
  { collection: UserModel.collection, field: "email" },
  { collection: UserModel.collection, field: "emailChange.email" },
  { collection: ContactMessageModel.collection, field: "email" },
  { collection: ReportModel.collection, field: "email" },
  { collection: PrivacyRequestModel.collection, field: "email" },
  { collection: MailModel.collection, field: "to" },
  { collection: TaxFactsModel.collection, field: "statements.to" },
];

/** Addresses were stored with their domain as it was typed, with an accent, where nobody finds them any more (`storedEmail`). */
export async function spellDomains(): Promise<void> {
  for (const { collection, field } of PLACES) {
    const typed = await collection.distinct(field, { [field]: { $regex: "[^!-~]" } });
    for (const former of typed as string[]) {
      const email = storedEmail(former);
      if (email === former) continue;
      try {
        await inTransaction(async (session) => {
          await collection.updateMany(
            { [field]: former },
            { $set: { [field]: email } },
            { session },
          );
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const account = await UserModel.findOne({ email: former }, "_id").lean();
        logger.warn(
          { account: account?._id.toString() },
          "this account's address is another one's by now: nobody can log in to it, the office decides",
        );
      }
    }
  }
}
