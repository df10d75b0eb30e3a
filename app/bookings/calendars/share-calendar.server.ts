import { trusted } from "mongoose";
import { VenueModel } from "@models/venue";
import { findOwnVenue } from "~/venues/own-venue.server";
import { SHARED } from "./calendar-words";
import { newSalt } from "./feed-address.server";

/**
 * Gives this owner's venue an address for its feed. One that it has is void afterwards if it is the one that is to be replaced,
 * else it stays: others may be reading it since.
 *
 * @param replaces since when the address is, in milliseconds, that the page showed; undefined: it showed none
 * @returns what is to be told of it
 * @throws Refusal("not_found")
 */
export async function shareCalendar(
  ownerId: string,
  venueId: string,
  { replaces, now }: { replaces: number | undefined; now: Date },
): Promise<string> {
  const { _id } = await findOwnVenue(ownerId, venueId);
  const calendarFeed = { salt: newSalt(), createdAt: now };
  const former =
    replaces === undefined
      ? { calendarFeed: trusted({ $exists: false }) }
      : { "calendarFeed.createdAt": new Date(replaces) };
  const { matchedCount } = await VenueModel.updateOne(
    { _id, ...former },
    { $set: { calendarFeed } },
  );
  if (matchedCount > 0) return SHARED.made;
  if (replaces === undefined) return SHARED.hasOne;
  const isShared = (await findOwnVenue(ownerId, venueId)).calendarFeed !== undefined;
  return isShared ? SHARED.replaced : SHARED.ended;
}

/** Takes the address away. @throws Refusal("not_found") */
export async function stopSharing(ownerId: string, venueId: string): Promise<void> {
  const { _id } = await findOwnVenue(ownerId, venueId);
  await VenueModel.updateOne({ _id }, { $unset: { calendarFeed: 1 } });
}
