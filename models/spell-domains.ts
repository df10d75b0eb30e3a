import type { ClientSession, Collection } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { storedEmail } from "~/platform/stored-email";
import { ContactMessageModel } from "./contact-message";
import { LeftoverModel } from "./leftover";
import { MailModel } from "./mail";
import { PrivacyRequestModel } from "./privacy-request";
import { discard, isProvisional } from "./provisional-account";
import { ReportModel } from "./report";
import { TaxFactsModel } from "./tax-facts";
import { UserModel } from "./user";

interface Place {
  collection: Collection;
  field: string;
}

const ACCOUNTS: Place = { collection: UserModel.collection, field: "email" };

/** Where else an e-mail address is stored that something is looked up by. */
const PLACES: readonly Place[] = [
  { collection: UserModel.collection, field: "emailChange.email" },
  { collection: ContactMessageModel.collection, field: "email" },
  { collection: ReportModel.collection, field: "email" },
  { collection: PrivacyRequestModel.collection, field: "email" },
  { collection: MailModel.collection, field: "to" },
  { collection: TaxFactsModel.collection, field: "statements.to" },
  { collection: LeftoverModel.collection, field: "address" },
];

/**
 * Addresses were stored with their domain as it was typed, with an accent, where nobody finds them any more (`storedEmail`).
 * One whose account cannot have it spelt, for that is another account's, stays as it is everywhere: what is that account's would
 * be taken for the other's, and go with it.
 */
export async function spellDomains(): Promise<void> {
  const doubled = new Set<string>();
  for (const former of await typedIn(ACCOUNTS)) {
    if (!(await spellAccount(former))) doubled.add(former);
  }
  for (const place of PLACES) {
    for (const former of await typedIn(place)) {
      if (doubled.has(former)) continue;
      await inTransaction(async (session) => await spell(place, former, session));
    }
  }
}

/** The addresses there that are to be spelt. */
async function typedIn({ collection, field }: Place): Promise<string[]> {
  const typed = await collection.distinct(field, { [field]: { $regex: "[^!-~]" } });
  return (typed as string[]).filter((former) => storedEmail(former) !== former);
}

async function spell(
  { collection, field }: Place,
  former: string,
  session: ClientSession,
): Promise<void> {
  const $set = { [field]: storedEmail(former) };
  await collection.updateMany({ [field]: former }, { $set }, { session });
}

/** @returns whether none has the former address any more */
async function spellAccount(former: string): Promise<boolean> {
  try {
    await inTransaction(async (session) => {
      await makeRoom(former, session);
      await spell(ACCOUNTS, former, session);
    });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const account = await UserModel.findOne({ email: former }, "_id").lean();
    logger.warn(
      { account: account?._id.toString() },
      "this account's address is another one's by now: nobody can log in to it, the office decides",
    );
    return false;
  }
}

/** Of two accounts that are one mailbox's one gives way that nobody has proved to be theirs: the former, or else the other one. */
async function makeRoom(former: string, session: ClientSession): Promise<void> {
  const other = await UserModel.findOne({ email: storedEmail(former) })
    .session(session)
    .lean();
  if (!other) return;
  const typed = await UserModel.findOne({ email: former }).session(session).lean();
  const unproved = [typed, other].find((one) => one && isProvisional(one));
  if (unproved) await discard(unproved, session);
}
