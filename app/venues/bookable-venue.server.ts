import { isValidObjectId, Types } from "mongoose";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { isUnavailable, Refusal } from "~/platform/refusal";
import { singleFlight } from "~/platform/concurrency/single-flight";

/**
 * Checks that a venue can be reserved, and so paid for, by a buyer at all.
 *
 * @param buyerId null before it is known who asks
 * @throws Refusal("not_found" | "own_venue" | "venue_closed")
 */
export async function requireBookableVenue(
  venueId: string,
  buyerId: string | null,
): Promise<{ venue: Venue; accountId: string }> {
  const { venue, accountId } = await requireOpenVenue(venueId, buyerId);
  if (accountId === null) throw new Refusal("venue_closed");
  return { venue, accountId };
}

/** The same, asked. */
export async function isBookableVenue(venueId: string, buyerId: string): Promise<boolean> {
  try {
    await requireBookableVenue(venueId, buyerId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && !isUnavailable(error)) return false;
    throw error;
  }
}

/**
 * The owner's account that is paid for days which they have said yes to: their venue need not be for rent to others any more.
 *
 * @returns null while nobody can pay there: it is suspended or gone, or its owner cannot be paid
 */
export async function accountToPay(venueId: string): Promise<string | null> {
  const { venue, owner } = await readVenue(venueId);
  if (!venue?.listed || venue.deletedAt || !owner || isShutOut(owner)) return null;
  return accountOf(owner);
}

/**
 * What a check says to whoever has days of the venue already: to them it is closed, never unknown.
 *
 * @throws Refusal("venue_closed") in place of "not_found"
 */
export async function orClosed<T>(check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
    throw new Refusal("venue_closed", { cause: error });
  }
}

/**
 * Checks that days of a venue may be had by a buyer, for what needs no payment to its owner.
 *
 * @returns the owner's account, or null while it cannot be paid
 * @throws Refusal("not_found" | "own_venue" | "venue_closed")
 */
export async function requireOpenVenue(
  venueId: string,
  buyerId: string | null,
): Promise<{ venue: Venue; accountId: string | null }> {
  if (!isValidObjectId(venueId)) throw new Refusal("not_found");
  const { venue, owner } = await readVenue(venueId);
  if (!venue || venue.deletedAt) throw new Refusal("not_found");
  if (venue.userId.toString() === buyerId) throw new Refusal("own_venue");
  if (!owner || isShutOut(owner)) throw new Refusal("not_found");
  if (!venue.listed || venue.status !== "available") throw new Refusal("venue_closed");
  return { venue, accountId: accountOf(owner) };
}

/** What decides of an owner whether their venues can be reserved. */
type Payee = Pick<User, "accountId" | "stripeStats" | "bannedAt" | "deletedAt">;

const isShutOut = ({ bannedAt, deletedAt }: Payee) => Boolean(bannedAt ?? deletedAt);

/** Null while it cannot be paid. */
function accountOf({ stripeStats, accountId }: Payee): string | null {
  return (stripeStats === "active" ? accountId : null) ?? null;
}

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
