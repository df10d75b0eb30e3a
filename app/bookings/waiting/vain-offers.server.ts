import { trusted } from "mongoose";
import { ReservationModel } from "@models/reservation";
import type { Venue } from "@models/venue";
import { WishModel } from "@models/wish";
import { countedInVain, leftOpen, slotsWished, type VainOffer } from "~/rules/waiting-list";

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
      // As long as it counts for its person (`forgetUnpaidHolds`); of one that was put back it is gone at once.
      unpaidBy: trusted({ $exists: true }),
    },
    "createdAt history",
  ).lean();
  return dead.flatMap(({ _id, createdAt, history }) => {
    const wish = over.find(({ reservation }) => reservation?.equals(_id));
    const until = history.at(-1)?.at;
    return wish && until ? { slots: slotsWished(wish, venue), from: createdAt, until } : [];
  });
}
