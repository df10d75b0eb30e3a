import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import type { Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import {
  countedInVain,
  leftOpen,
  offerKey,
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

/** Run out or given up, said yes to before or not; without those that were put back, which nobody could have paid. */
async function offersInVain(venue: Venue, now: Date): Promise<VainOffer[]> {
  const over = await WishModel.find({
    ...{ venue: venue._id, state: trusted({ $in: ["taken", "lapsed", "withdrawn"] }) },
    // By then an offer had ended at the latest.
    ...{ lookAt: trusted({ $gt: countedInVain(now) }), reservation: trusted({ $exists: true }) },
  }).lean();
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
