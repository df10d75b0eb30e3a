import type { ClientSession, Types } from "mongoose";
import { GalleryTileModel } from "@models/gallery-tile";
import { VenueModel } from "@models/venue";
import { forgetCalendars } from "./forget-calendars.server";

/**
 * Takes a venue away from everybody, its owner included, in the caller's transaction; the caller
 * bumps the content version after it. The venue stays, as what its reservations speak of.
 */
export async function hideVenue(
  venueId: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  await VenueModel.updateOne(
    { _id: venueId },
    { $set: { deletedAt: now, status: "unavailable", listed: false, searchable: false } },
  ).session(transaction);
  await GalleryTileModel.deleteMany({ venue: venueId }).session(transaction);
  await forgetCalendars([venueId], transaction);
}
