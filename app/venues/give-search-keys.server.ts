import { trusted } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { searchKeysOf } from "./search-keys";

const BATCH = 1_000;

/**
 * Gives the keys of the database's own search to venues from before there were any. Whoever edits one meanwhile
 * writes them too, and is not overwritten; several processes may do it at once.
 *
 * @returns how many lacked them
 */
export async function giveSearchKeys(): Promise<number> {
  const none = { "searchKeys.wholeDay": trusted({ $exists: false }) };
  let count = 0;
  for (;;) {
    const venues = await VenueModel.find(
      { searchable: true, ...none },
      "price time city coordinates",
    )
      .limit(BATCH)
      .lean<Pick<Venue, "_id" | "price" | "time" | "city" | "coordinates">[]>();
    if (venues.length === 0) return count;
    count += venues.length;
    await VenueModel.bulkWrite(
      venues.map(({ _id, ...said }) => ({
        updateOne: {
          filter: { _id, ...none },
          update: { $set: { searchKeys: searchKeysOf(said) } },
        },
      })),
      { ordered: false },
    );
  }
}
