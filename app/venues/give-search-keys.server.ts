import { trusted, type QueryFilter, type UpdateQuery } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { ratingOf } from "./rating";
import { cityKeys, searchKeysOf } from "./search-keys";

const BATCH = 1_000;

/**
 * Gives what the database's own search asks for to venues from before it was stored: their keys, all names that
 * their town is found by, and the average of their stars. Whoever changes one meanwhile writes it
 * too, and is not overwritten; several processes may do it at once.
 *
 * @returns how many were given something
 */
export async function giveSearchKeys(): Promise<number> {
  // Those too that are not found today: their owner can be paid, or moderation gives them back, one day.
  const present = { deletedAt: NOT_SET };
  const keys = await giveAll({ ...present, "searchKeys.wholeDay": NOT_SET }, (venue) => ({
    filter: { "searchKeys.wholeDay": NOT_SET },
    update: { $set: { searchKeys: searchKeysOf(venue) } },
  }));
  const rated = { "rating.count": IS_SET, "rating.average": NOT_SET };
  const averages = await giveAll({ ...present, ...rated }, ({ rating }) => {
    const { count = 0, sum = 0 } = rating ?? {};
    const now = ratingOf(count, sum);
    return {
      filter: { "rating.count": count, "rating.sum": sum, "rating.average": NOT_SET },
      update: now ? { $set: { rating: now } } : { $unset: { rating: 1 } },
    };
  });
  const names = await giveAll({ ...present, ...WITHOUT_POSTAL_CODE }, ({ city, postalCode }) => ({
    filter: { city, postalCode },
    update: { $set: { "searchKeys.city": cityKeys({ city, postalCode }) } },
  }));
  return keys + averages + names;
}

/** Every town has a key that begins with its postal code ('Paris 7ème' has one that begins with a digit). */
const WITHOUT_POSTAL_CODE = {
  "searchKeys.city": trusted({ $not: /^\d{5}/ }),
  // One that is not what the form asks for would be found lacking for ever.
  postalCode: /^\d{5}$/,
};

type Known = Pick<
  Venue,
  "_id" | "price" | "time" | "city" | "postalCode" | "coordinates" | "rating"
>;

/** What a venue is given, where the filter still holds of it. */
interface Gift {
  filter: QueryFilter<Venue>;
  update: UpdateQuery<Venue>;
}

/** Until none is left that lacks it. */
async function giveAll(
  lacking: QueryFilter<Venue>,
  giftFor: (venue: Known) => Gift,
): Promise<number> {
  let count = 0;
  for (;;) {
    const venues = await VenueModel.find(lacking, "price time city postalCode coordinates rating")
      .limit(BATCH)
      .lean<Known[]>();
    if (venues.length === 0) return count;
    count += venues.length;
    await VenueModel.bulkWrite(
      venues.map((venue) => {
        const { filter, update } = giftFor(venue);
        return { updateOne: { filter: { _id: venue._id, ...filter }, update } };
      }),
      { ordered: false },
    );
  }
}
