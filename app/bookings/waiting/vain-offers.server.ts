import { trusted, type QueryFilter } from "mongoose";
import { ReservationModel } from "@models/reservation";
import type { Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import {
  countedInVain,
  leftOpen,
  offerKey,
  OVER_WISHES,
  slotsWished,
  type VainOffer,
} from "~/rules/waiting-list";

/**
 * The half days of a venue, by their ids, that offers of the last day have held in vain for as long as they may: for now they
 * are for who asks on its page, whoever waits.
 */
export async function halfDaysLeftOpen(venue: Venue, now: Date): Promise<Set<string>> {
  return leftOpen(await offersInVain(venue, now), now);
}

/** Wishes that are over and whose offer may still be counted as in vain: they are read whatever becomes of their person's account. */
export function recentOffers(now: Date): QueryFilter<Wish> {
  return {
    state: trusted({ $in: OVER_WISHES }),
    reservation: trusted({ $exists: true }),
    // By then an offer had ended at the latest.
    lookAt: trusted({ $gt: countedInVain(now) }),
  };
}

/** Run out or given up, said yes to before or not; without those that were put back, which nobody could have paid. */
async function offersInVain(venue: Venue, now: Date): Promise<VainOffer[]> {
  const over = await WishModel.find({ venue: venue._id, ...recentOffers(now) }).lean();
  if (over.length === 0) return [];
  const dead = await ReservationModel.find(
    {
      _id: trusted({ $in: over.flatMap(({ reservation }) => reservation ?? []) }),
      status: "dead",
    },
    "requestKey createdAt history",
  ).lean();
  return dead.flatMap(({ _id, requestKey, createdAt, history }) => {
    const wish = over.find(({ reservation }) => reservation?.equals(_id));
    const until = history.at(-1)?.at;
    // One that was put back has the name of the time before.
    return wish && until && requestKey === offerKey(wish)
      ? { slots: slotsWished(wish, venue), from: createdAt, until }
      : [];
  });
}
