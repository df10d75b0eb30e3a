import { isValidObjectId } from "mongoose";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/web/refusal";
import { singleFlight } from "~/platform/concurrency/single-flight";

/**
 * Checks that a venue can be reserved by a buyer at all.
 *
 * @throws Refusal("not_found" | "own_venue" | "venue_closed")
 */
export async function requireBookableVenue(
  venueId: string,
  buyerId: string,
): Promise<{ venue: Venue; accountId: string }> {
  if (!isValidObjectId(venueId)) throw new Refusal("not_found");
  const { venue, owner } = await readVenue(venueId);
  if (!venue || venue.deletedAt) throw new Refusal("not_found");
  if (venue.userId.toString() === buyerId) throw new Refusal("own_venue");
  if (!owner || owner.bannedAt || owner.deletedAt) throw new Refusal("not_found");
  const isOpen = venue.listed && venue.status === "available" && owner.stripeStats === "active";
  if (!isOpen || !owner.accountId) throw new Refusal("venue_closed");
  return { venue, accountId: owner.accountId };
}

/** Shared, for when days come free that many have waited for they all ask at once. */
const readVenue = singleFlight(async (venueId) => {
  const venue = await VenueModel.findById(venueId).lean();
  const owner =
    venue &&
    (await UserModel.findById(venue.userId, {
      accountId: 1,
      stripeStats: 1,
      bannedAt: 1,
      deletedAt: 1,
    }).lean());
  return { venue, owner };
});
