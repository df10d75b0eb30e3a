import type { ClientSession, Types } from "mongoose";
import { ImageModel } from "@models/image";
import type { RemovedPhoto } from "@models/moderation-decision";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { PHOTO_COUNT } from "./venue-input";
import { namedPhotos, ownAlt } from "./venue-photos";

/**
 * Takes one photo off a venue, in the caller's transaction; the caller bumps the content version after it. The picture
 * stays, as its owner's and the back-office's: no form can show it again, and no sweep takes it away.
 *
 * @param decision that takes it off
 * @returns how it stood there, and how many photos are left
 * @throws Refusal("photo_not_shown" | "last_photo")
 */
export async function removePhoto(
  venueId: Types.ObjectId,
  image: string,
  decision: Types.ObjectId,
  transaction: ClientSession,
): Promise<{ photo: RemovedPhoto; left: number }> {
  const venue = await photosOf(venueId, transaction);
  const place = venue?.locationIMG.findIndex((one) => one.image.toString() === image) ?? -1;
  const removed = venue?.locationIMG[place];
  if (!removed || venue?.deletedAt) throw new Refusal("photo_not_shown", { field: "photo" });
  const { title, locationIMG } = venue;
  if (locationIMG.length === 1) throw new Refusal("last_photo", { field: "photo" });
  const left = locationIMG.filter((one) => one !== removed);
  await savePhotos(venue, left, transaction);
  const by = { $set: { removedBy: decision } };
  await ImageModel.updateOne({ _id: removed.image }, by).session(transaction);
  const alt = ownAlt(title, removed, place + 1);
  return { photo: { image: removed.image, alt, place }, left: left.length };
}

/** What comes of a photo that is given back: its venue shows it, has all that it may show, or is deleted. */
export type PhotoBack = "shown" | "full" | "deleted";

/**
 * Undoes that, likewise: the photo is back in its place, or, where the venue has all that it may show or was deleted by its
 * owner, a draft of theirs, which is swept a day later as others are.
 *
 * @throws Refusal("photo_not_shown") when there is no such picture any more
 */
export async function putPhotoBack(
  venueId: Types.ObjectId,
  { image, alt, place }: RemovedPhoto,
  decision: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<PhotoBack> {
  const venue = await photosOf(venueId, transaction);
  const picture = await ImageModel.findById(image, "removedBy width height")
    .session(transaction)
    .lean();
  if (!venue || !picture?.removedBy?.equals(decision)) throw new Refusal("photo_not_shown");
  const isFull = venue.locationIMG.length >= PHOTO_COUNT.most;
  const back = venue.deletedAt ? "deleted" : isFull ? "full" : "shown";
  await ImageModel.updateOne(
    { _id: image },
    { $unset: { removedBy: 1 }, ...(back !== "shown" && { $set: { draftSince: now } }) },
  ).session(transaction);
  if (back !== "shown") return back;
  const { width, height } = picture;
  const photos = venue.locationIMG.toSpliced(place, 0, { image, alt, width, height });
  await savePhotos(venue, photos, transaction);
  return back;
}

type Photos = Pick<Venue, "_id" | "title" | "locationIMG" | "deletedAt">;

async function photosOf(
  venueId: Types.ObjectId,
  transaction: ClientSession,
): Promise<Photos | null> {
  return await VenueModel.findById(venueId, "title locationIMG deletedAt")
    .session(transaction)
    .lean<Photos>();
}

/** Those without a name of their own are called after their new places. */
async function savePhotos(
  venue: Photos,
  photos: Venue["locationIMG"],
  transaction: ClientSession,
): Promise<void> {
  const locationIMG = namedPhotos(venue.title, photos, venue);
  await VenueModel.updateOne({ _id: venue._id }, { $set: { locationIMG } }).session(transaction);
}
