import { Types, type ClientSession } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { requireIdentity } from "~/accounts/require-identity";
import type { Coordinates } from "~/platform/address/found-address";
import { geocode } from "~/platform/address/geocode.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { orRefuse } from "~/platform/web/refusal-of.server";
import { Refusal } from "~/platform/refusal";
import { claimDrafts } from "./draft-photos.server";
import { areSearchable } from "./refresh-listing.server";
import { searchKeysOf } from "./search-keys";
import { sentPhotosAs } from "./sent-photos.server";
import { findSent, findShown, sentAsOf } from "./sent-venue.server";
import { namedPhotos, photoWords } from "./venue-photos";
import type { NewVenue } from "./venue-input";

/**
 * Publishes a venue of this owner, with photos that they sent before, in one transaction. The same
 * form or call sent twice, its photos too, is one venue, as long as it stands as it was sent or still has its title and photos.
 *
 * @param known what tells the same by, where that was made already
 * @returns the venue's id
 * @throws Refusal("account_required") without a payment account, Refusal("identity_incomplete") of an organisation without a
 *   name, say, Refusal("photos_gone"), Refusal("publish_failed") when the database does not answer
 */
export async function publishVenue(
  ownerId: string,
  fields: NewVenue,
  now: Date,
  known?: string,
): Promise<string> {
  const owner = new Types.ObjectId(ownerId);
  const { photo, described: _described, ...said } = fields;
  const id = await orRefuse("publish_failed", async () => {
    const sentAs = known ?? sentAsOf(said, await sentPhotosAs(photo, owner));
    const coordinates = await geocode(fields);
    return await inTransaction((transaction) =>
      insertVenue(owner, fields, { coordinates, sentAs, now, transaction }),
    );
  }).catch(async (error: unknown) => {
    const isGone = error instanceof Refusal && error.code === "photos_gone";
    const shown = isGone ? await findShown(owner, fields) : null;
    if (!shown) throw error;
    return shown;
  });
  // Of one that was there already, too: whoever made it may have ended before it was told.
  await bumpContentVersion({ venues: [id] });
  return id;
}

interface Publication {
  /** Where its address is, when that was found. */
  coordinates: Coordinates | null;
  sentAs: string;
  now: Date;
  transaction: ClientSession;
}

async function insertVenue(
  userId: Types.ObjectId,
  { photo, described = [], ...fields }: NewVenue,
  { coordinates, sentAs, now, transaction }: Publication,
): Promise<string> {
  const owner = await keepAccountOpen(userId, transaction);
  if (!owner.accountId || !owner.stripeStats) throw new Refusal("account_required");
  const earlier = await findSent(userId, sentAs, transaction);
  if (earlier) return earlier;
  requireIdentity(owner);
  const images = await claimDrafts(photo, userId, transaction);
  const words = photoWords(described);
  const venue: Venue = {
    ...fields,
    _id: new Types.ObjectId(),
    userId,
    locationIMG: namedPhotos(
      fields.title,
      photo.flatMap((id) => {
        const image = images.get(id);
        const alt = words.get(id) ?? "";
        return image ? [{ image: image._id, alt, width: image.width, height: image.height }] : [];
      }),
    ),
    ...(coordinates && { coordinates }),
    status: "available",
    listed: true,
    searchable: areSearchable(owner),
    searchKeys: searchKeysOf({ ...fields, ...(coordinates && { coordinates }) }),
    sentAs,
    createdAt: now,
  };
  await VenueModel.insertMany([venue], { session: transaction });
  return venue._id.toString();
}
