import { VenueModel } from "@models/venue";
import { findOwnVenue } from "~/venues/own-venue.server";
import { newSalt } from "./feed-address.server";

/**
 * Gives this owner's venue an address for its feed; the one before it, if any, is void.
 *
 * @throws Refusal("not_found")
 */
export async function shareCalendar(ownerId: string, venueId: string, now: Date): Promise<void> {
  const { _id } = await findOwnVenue(ownerId, venueId);
  const calendarFeed = { salt: newSalt(), createdAt: now };
  await VenueModel.updateOne({ _id }, { $set: { calendarFeed } });
}

/** Takes the address away. @throws Refusal("not_found") */
export async function stopSharing(ownerId: string, venueId: string): Promise<void> {
  const { _id } = await findOwnVenue(ownerId, venueId);
  await VenueModel.updateOne({ _id }, { $unset: { calendarFeed: 1 } });
}
