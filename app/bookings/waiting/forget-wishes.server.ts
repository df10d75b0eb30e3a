import { trusted } from "mongoose";
import { WishModel } from "@models/wish";
import { deleteAll } from "~/platform/delete-all.server";
import { addDays, todayInParis } from "~/platform/days";

/** For how many days after the last that was waited for a place on a waiting list is kept that is over (decision 047). */
const KEPT_DAYS = 30;

const OVER = ["taken", "lapsed", "withdrawn"] as const;

/** Deletes the places on waiting lists that are over, once the days that they were for have long passed. */
export async function forgetWishes(now: Date): Promise<void> {
  const before = addDays(todayInParis(now), -KEPT_DAYS);
  await deleteAll(WishModel, {
    state: trusted({ $in: OVER }),
    endDate: trusted({ $lt: before }),
  });
}
