import { Types, type ClientSession, type UpdateQuery } from "mongoose";
import { VenueModel, type Venue, type VenuePhoto } from "@models/venue";
import { geocode } from "~/platform/address/geocode.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { orRefuse } from "~/platform/web/or-refuse.server";
import { claimDrafts, releasePhotos } from "./draft-photos.server";
import { findOwnVenue } from "./own-venue.server";
import { namedPhotos } from "./venue-photos";
import type { VenueChange } from "./venue-rules";

const ADDRESS = ["street", "postalCode", "city", "country"] as const;

/**
 * Changes a venue of this owner, in one transaction; reservations already made keep their terms.
 *
 * @throws Refusal("not_found") for a venue that is not theirs, Refusal("photos_gone") for a photo
 *   that is neither the venue's nor a draft of theirs, Refusal("edit_failed") when the database does
 *   not answer
 */
export async function editVenue(
  ownerId: string,
  venueId: string,
  change: VenueChange,
): Promise<void> {
  const before = await findOwnVenue(ownerId, venueId);
  const coordinates = hasMoved(before, change) ? await geocode({ ...before, ...change }) : null;
  await orRefuse("edit_failed", () =>
    inTransaction(async (transaction) => {
      const venue = await findOwnVenue(ownerId, venueId, transaction);
      const { photos, ...fields } = change;
      const shown = await arrange(venue, photos, transaction);
      const set: Partial<Venue> = {
        ...fields,
        locationIMG: namedPhotos(fields.title ?? venue.title, shown, venue),
        searchable: venue.listed && (fields.status ?? venue.status) === "available",
      };
      const update: UpdateQuery<Venue> = { $set: set };
      // Found for another address, the old coordinates would lead to the wrong place.
      if (coordinates) set.coordinates = coordinates;
      else if (hasMoved(venue, change)) update.$unset = { coordinates: 1 };
      await VenueModel.updateOne({ _id: venue._id }, update).session(transaction);
    }),
  );
  await bumpContentVersion();
}

function hasMoved(venue: Venue, change: VenueChange): boolean {
  return ADDRESS.some((part) => (change[part] ?? venue[part]) !== venue[part]);
}

/** The photos that a venue is to show, by id; what it no longer shows is given up. */
async function arrange(
  venue: Venue,
  ids: readonly string[] | undefined,
  transaction: ClientSession,
): Promise<VenuePhoto[]> {
  if (!ids) return venue.locationIMG;
  const before = new Map(venue.locationIMG.map((photo) => [photo.image.toString(), photo]));
  const wanted = [...new Set(ids)];
  const drafts = await claimDrafts(
    wanted.filter((id) => !before.has(id)),
    venue.userId,
    transaction,
  );
  const dropped = [...before.keys()].filter((id) => !wanted.includes(id));
  await releasePhotos(
    dropped.map((id) => new Types.ObjectId(id)),
    venue.userId,
    transaction,
  );
  return wanted.flatMap((id) => {
    const draft = drafts.get(id);
    const photo =
      before.get(id) ??
      (draft && { image: draft._id, alt: "", width: draft.width, height: draft.height });
    return photo ? [photo] : [];
  });
}
