import { isValidObjectId, Types } from "mongoose";
import { UserModel, type User } from "@models/user";
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

/** What decides of an owner whether their venues can be reserved. */
type Payee = Pick<User, "accountId" | "stripeStats" | "bannedAt" | "deletedAt">;

/**
 * The venue with its owner, in one question. Shared, for when days come free that many have waited for they all
 * ask at once.
 */
const readVenue = singleFlight(async (venueId) => {
  const [found] = await VenueModel.aggregate<{ venue: Venue; owner: Payee[] }>([
    { $match: { _id: new Types.ObjectId(venueId) } },
    { $project: { _id: 0, venue: "$$ROOT" } },
    {
      $lookup: {
        from: UserModel.collection.name,
        localField: "venue.userId",
        foreignField: "_id",
        as: "owner",
      },
    },
    {
      // By paths: the embedded engine does not look into an array for nested ones.
      $project: {
        venue: 1,
        "owner.accountId": 1,
        "owner.stripeStats": 1,
        "owner.bannedAt": 1,
        "owner.deletedAt": 1,
      },
    },
  ]);
  return { venue: found?.venue, owner: found?.owner[0] };
});
