import type { ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import { GalleryTileModel } from "@models/gallery-tile";
import { VenueModel, type Venue } from "@models/venue";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { keptAsSeen, refreshListing } from "./refresh-listing.server";

/**
 * Takes a venue from everybody but its owner, in the caller's transaction; the caller bumps the content
 * version after it. Its reservations stand.
 *
 * @throws Refusal("venue_suspended" | "not_found"); the latter where its owner has deleted it
 */
export async function suspendVenue(
  venueId: Venue["_id"],
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const { modifiedCount } = await VenueModel.updateOne(
    { _id: venueId, suspendedAt: NOT_SET, deletedAt: NOT_SET },
    { $set: { suspendedAt: now, listed: false, searchable: false } },
  ).session(transaction);
  if (modifiedCount === 0) {
    const deleted = { _id: venueId, deletedAt: IS_SET };
    const isDeleted = await VenueModel.exists(deleted).session(transaction);
    throw new Refusal(isDeleted ? "not_found" : "venue_suspended");
  }
  await GalleryTileModel.deleteMany({ venue: venueId }).session(transaction);
}

/**
 * Gives a suspended venue back to everybody, as far as its owner can be paid; likewise.
 *
 * @param since of this suspension alone; absent: of whichever stands
 * @throws Refusal("venue_not_suspended" | "suspension_changed")
 */
export async function restoreVenue(
  venueId: Venue["_id"],
  transaction: ClientSession,
  since?: Date,
): Promise<void> {
  const venue = await updateAndRead(
    VenueModel,
    { _id: venueId, suspendedAt: since ?? IS_SET },
    { $unset: { suspendedAt: 1 } },
    { session: transaction, fields: "userId" },
  );
  if (!venue) {
    const another = { _id: venueId, suspendedAt: IS_SET };
    const isOther = since && (await VenueModel.exists(another).session(transaction));
    throw new Refusal(isOther ? "suspension_changed" : "venue_not_suspended");
  }
  await keptAsSeen(venue.userId, transaction);
  await refreshListing(venue.userId.toString(), transaction);
}
