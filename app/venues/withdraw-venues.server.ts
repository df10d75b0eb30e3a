import { trusted, type ClientSession, type Types } from "mongoose";
import { GalleryTileModel } from "@models/gallery-tile";
import { VenueModel } from "@models/venue";
import { NOT_SET } from "~/platform/not-set.server";
import { releasePhotos } from "./draft-photos.server";
import { forgetCalendars } from "./forget-calendars.server";
import { WRITTEN_OF_THE_PLACE } from "./venue-shapes";

/** What nothing is left of, once a venue is forgotten. */
export const TAKEN_OUT = [...WRITTEN_OF_THE_PLACE, "coordinates", "sentAs"] as const;

const WITHOUT_PLACE = Object.fromEntries(
  [...TAKEN_OUT, "searchKeys.place"].map((path) => [path, 1]),
);

/**
 * Withdraws every venue of an owner who leaves, in the caller's transaction; the caller bumps the
 * content version after it. The venues stay, by title and city, as what the books speak of; where
 * they are, what their owner wrote of them and their photos do not.
 */
export async function withdrawVenues(
  ownerId: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const venues = await VenueModel.find({ userId: ownerId }, "_id").session(transaction).lean();
  const ids = venues.map(({ _id }) => _id);
  await VenueModel.updateMany(
    { userId: ownerId, deletedAt: NOT_SET },
    { $set: { deletedAt: now } },
  ).session(transaction);
  await VenueModel.updateMany(
    { userId: ownerId },
    {
      $set: {
        status: "unavailable",
        listed: false,
        searchable: false,
        street: "",
        description: "",
        locationIMG: [],
      },
      $unset: WITHOUT_PLACE,
    },
  ).session(transaction);
  await GalleryTileModel.deleteMany({ venue: trusted({ $in: ids }) }).session(transaction);
  await forgetCalendars(ids, transaction);
}

/** Forgets what its owner wrote of a deleted venue and gives up its photos, in the caller's transaction. */
export async function forgetWords(
  venueId: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  const venue = await VenueModel.findById(venueId, "userId locationIMG")
    .session(transaction)
    .lean();
  if (!venue) return;
  const photos = venue.locationIMG.map(({ image }) => image);
  await releasePhotos(photos, venue.userId, transaction);
  await VenueModel.updateOne(
    { _id: venueId },
    { $set: { description: "", locationIMG: [] }, $unset: WITHOUT_PLACE },
  ).session(transaction);
}
