import { trusted, Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { FORGOTTEN_WORDS, ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { ReviewModel } from "@models/review";
import { SavedFilterModel } from "@models/saved-filter";
import { UserModel, type User } from "@models/user";
import { anonymiseAccount, FORMER_MEMBER } from "~/accounts/anonymise-account.server";
import {
  AT_FORMER_ADDRESS,
  forgetAccountMails,
  forgetMailsOf,
  forgetSignupMails,
} from "~/accounts/forget-account-mails.server";
import { forgetWishesOf } from "~/bookings/waiting/forget-wishes.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { leave } from "~/platform/leftovers.server";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { withdrawVenues } from "~/venues/withdraw-venues.server";
import { endRequests, forgetAddress, type AccountNames } from "./address-data.server";
import { departureObstacles } from "./departure-obstacles.server";
import { endReportsOn } from "./end-reports.server";
import { keepDeclared } from "./keep-declared.server";
import { unansweredOf, type Unanswered } from "./unanswered.server";

interface Closing {
  /**
   * Whether what is known of the address alone goes too, though nobody has proved it by the account: whoever asks for that
   * has proved it otherwise.
   */
  isAddressProved?: boolean;
  /** What else belongs to the closing, in its transaction and after all of it. */
  within?: (transaction: ClientSession, former: Former) => Promise<void>;
}

/** What an account was up to its closing, and what ends with it. */
export interface Former extends Pick<
  User,
  "_id" | "email" | "isAdmin" | "isVerified" | "bannedAt"
> {
  unanswered: Unanswered;
}

/** What of an account its closing reads. */
const FIELDS = "email isAdmin isVerified bannedAt deletedAt tag name lastname entityName";

/**
 * Closes an account for good, all of it or nothing: its venues are withdrawn, its personal data
 * anonymised everywhere, its sessions ended; its reservations stay for the books, and what has to be declared of
 * what they brought. What nobody reads meanwhile and may be long goes after it, in batches (`finishLeftovers`).
 *
 * @throws Refusal("not_found"), Refusal("account_in_use") while `departureObstacles` finds any,
 *   Refusal("money_awaited") while that is money alone, Refusal("unavailable")
 */
export async function closeAccount(
  userId: string,
  now: Date,
  { isAddressProved = false, within }: Closing = {},
): Promise<void> {
  const _id = new Types.ObjectId(userId);
  await inTransaction(async (transaction) => {
    const user = await UserModel.findById(_id, FIELDS).session(transaction).lean();
    if (!user || user.deletedAt) throw new Refusal("not_found");
    await mustBeFree(userId, now, transaction);
    await SavedFilterModel.deleteMany({ admin: _id }).session(transaction);
    const unanswered = await unansweredOf(user, transaction);
    await keepDeclared(_id, now, transaction);
    await withdrawVenues(_id, now, transaction);
    await forgetWords(_id, transaction);
    await forgetWishesOf(_id, now, transaction);
    await forgetWordsOfDecisions(_id, transaction);
    if (user.isVerified || isAddressProved) {
      await endRequests({ user: _id }, now, transaction);
      await forgetAddress(user.email, now, transaction, namesOf(user));
      await forgetMailsOf(_id, [...AT_FORMER_ADDRESS, "email-code"], transaction);
    } else await forgetSignup(user, transaction);
    await leave({ kind: "bodies", account: _id }, transaction);
    await anonymiseAccount(user, now, transaction);
    await within?.(transaction, { ...user, unanswered });
  });
  await bumpContentVersion({ owners: [userId] });
  // Nobody is shown its images any more; whoever closes it does not wait until the last of what it leaves is erased.
  await enqueue("finish-leftovers");
  await enqueue("erase-images");
  await enqueue("forget-customers");
}

function namesOf({
  tag,
  name,
  lastname,
  entityName = "",
}: Pick<User, "tag" | "name" | "lastname" | "entityName">): AccountNames {
  const telling = [tag, `${name} ${lastname}`, `${lastname} ${name}`, entityName];
  return { telling, alone: [tag, lastname, entityName] };
}

/** Whoever typed an address that nobody proved had nothing to do with what its holder left, asked and was sent: all that stays. */
async function forgetSignup(
  { _id, email }: Pick<User, "_id" | "email">,
  transaction: ClientSession,
): Promise<void> {
  await forgetAccountMails(_id, transaction);
  await forgetSignupMails([email], { transaction });
}

async function mustBeFree(userId: string, now: Date, transaction: ClientSession): Promise<void> {
  const { isFree, asBuyer, asOwner, heldUntil } = await departureObstacles(
    userId,
    now,
    transaction,
  );
  if (isFree) return;
  const isMoney = asBuyer.length + asOwner.length === 0 && heldUntil === null;
  throw new Refusal(isMoney ? "money_awaited" : "account_in_use");
}

/** Published reviews stay without their author's name; those that nobody reads go. */
async function forgetWords(author: Types.ObjectId, transaction: ClientSession): Promise<void> {
  const authorName = `${FORMER_MEMBER.name} ${FORMER_MEMBER.lastname}`;
  const unread = { author, state: trusted({ $in: ["pending", "refused"] as const }) };
  const going = await ReviewModel.find(unread, "_id").session(transaction).lean();
  if (going.length > 0) {
    const ids = going.map(({ _id }) => _id);
    await ReviewModel.deleteMany({ _id: trusted({ $in: ids }) }).session(transaction);
    await endReportsOn(ids, transaction);
  }
  await ReviewModel.updateMany({ author }, { $set: { authorName } }).session(transaction);
  // What was reported stays, and from whom goes.
  await ReportModel.updateMany({ reporter: author }, { $unset: { reporter: 1 } }).session(
    transaction,
  );
}

/**
 * What was decided stays, with whom it concerned by their id; what they said against it goes, what they were told (which
 * quotes them) and what a photo was called. An appeal that nobody has answered goes whole: there is nobody to answer. The
 * office therefore closes no account that has one (`deleteUser`) unless it is asked to.
 */
async function forgetWordsOfDecisions(
  person: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  const isUnanswered = { "appeal.outcome": NOT_SET };
  const isAnswered = { "appeal.outcome": IS_SET };
  await ModerationDecisionModel.updateMany(
    { person, ...isUnanswered },
    { $unset: { appeal: 1 } },
  ).session(transaction);
  await ModerationDecisionModel.updateMany(
    { person, ...isAnswered },
    { $set: { "appeal.text": FORGOTTEN_WORDS, "appeal.why": FORGOTTEN_WORDS } },
  ).session(transaction);
  await ModerationDecisionModel.updateMany(
    { person },
    { $set: { why: FORGOTTEN_WORDS }, $unset: { "photo.alt": 1 } },
  ).session(transaction);
}
