import { trusted, type ClientSession, type Types } from "mongoose";
import { MailModel } from "@models/mail";
import { discard } from "@models/provisional-account";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { inTransaction } from "~/platform/database.server";
import { daysAgo } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { forgetAccountMails } from "./forget-account-mails.server";
import { INVITATION_DAYS } from "./reset-link.server";

/** For how many days an account that the office made waits, after its invitation ended, for whom it was made (decision 047). */
export const INVITED_KEPT_DAYS = 30;

/**
 * Deletes accounts that the office made for somebody who never came: no password was chosen, nobody ever logged in, and
 * nothing was made in their name. Administrators' are left to super-admins. Counted from when they were made: a link
 * that anybody may ask for by the address would keep one for ever, and one that has no link is nobody's all the same.
 *
 * @throws AggregateError once the others had their turn, of those that could not be forgotten
 */
export async function forgetInvited(now: Date): Promise<void> {
  const before = daysAgo(now, INVITATION_DAYS + INVITED_KEPT_DAYS);
  const due = {
    createdAt: trusted({ $lt: before }),
    isVerified: true,
    isAdmin: false,
    ...{ lastLogin: NOT_SET, termsAcceptedAt: NOT_SET, bannedAt: NOT_SET, deletedAt: NOT_SET },
    ...{ accountId: NOT_SET, stripeCustomerId: NOT_SET, link_id: NOT_SET, avatar: NOT_SET },
  };
  const found = await UserModel.find(due, "_id").lean<{ _id: Types.ObjectId }[]>();
  const forget = ({ _id }: { _id: Types.ObjectId }) =>
    inTransaction(async (transaction) => {
      const isDue = await UserModel.exists({ _id, ...due }).session(transaction);
      if (!isDue || (await hasChosen(_id, transaction))) return;
      if (await hasAnything(_id, transaction)) return;
      await forgetAccountMails(_id, transaction);
      await discard({ _id }, transaction);
    });
  const failure = "invited account not forgotten";
  const errors = await pMapLogged(found, forget, { concurrency: 1, failure });
  if (errors.length > 0)
    throw new AggregateError(errors, "Some invited accounts were not forgotten");
}

/** Whether a password was chosen when that did not ask for the conditions yet: the letter that says so is what is left of it. */
async function hasChosen(id: Types.ObjectId, transaction: ClientSession): Promise<boolean> {
  const key = trusted({ $regex: `^password-changed:${id.toString()}:` });
  return (await MailModel.exists({ key }).session(transaction)) !== null;
}

/** Whether the office made anything in somebody's name, or others are linked to them. */
async function hasAnything(id: Types.ObjectId, transaction: ClientSession): Promise<boolean> {
  const looks = [
    () => VenueModel.exists({ userId: id }).session(transaction),
    () => ReservationModel.exists({ userId: id }).session(transaction),
    () => ReservationModel.exists({ ownerId: id }).session(transaction),
    () => WishModel.exists({ user: id }).session(transaction),
    () => UserModel.exists({ link_id: id }).session(transaction),
  ];
  for (const look of looks) if (await look()) return true;
  return false;
}
