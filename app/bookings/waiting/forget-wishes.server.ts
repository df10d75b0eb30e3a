/** When places on waiting lists go: with their person's account, or once their days have long passed. */
import { trusted, type ClientSession, type Types } from "mongoose";
import { WishModel } from "@models/wish";
import { deleteAll } from "~/platform/delete-all.server";
import { addDays, todayInParis } from "~/platform/days";
import { OVER_WISHES } from "~/rules/waiting-list";
import { recentOffers } from "./vain-offers.server";

/** For how many days after the last that was waited for a place on a waiting list is kept that is over (decision 047). */
const KEPT_DAYS = 30;

/** Deletes the places on waiting lists that are over, once the days that they were for have long passed. */
export async function forgetWishes(now: Date): Promise<void> {
  const before = addDays(todayInParis(now), -KEPT_DAYS);
  await deleteAll(WishModel, {
    state: trusted({ $in: OVER_WISHES }),
    endDate: trusted({ $lt: before }),
  });
}

/**
 * Deletes somebody's places on waiting lists, in the transaction that closes their account. Those stay until `forgetWishes`
 * whose offer has ended within the last day: else whoever closes an account after each offer, and signs up anew, would keep
 * days from everybody. They say no more of their person than the hold does, which stays for the books.
 */
export async function forgetWishesOf(
  user: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const recent = await WishModel.find({ user, ...recentOffers(now) }, "_id")
    .session(transaction)
    .lean();
  const kept = recent.map(({ _id }) => _id);
  await WishModel.deleteMany({ user, _id: trusted({ $nin: kept }) }).session(transaction);
}
