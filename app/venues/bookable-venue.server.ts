import { isValidObjectId, Types } from "mongoose";
import type { Lessor } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { LESSOR_FIELDS, lessorOf, type LessorFacts } from "~/accounts/lessor";
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
): Promise<{ venue: Venue; accountId: string; lessor: Lessor }> {
  const { venue, accountId, lessor } = await requireOpenVenue(venueId, buyerId);
  if (accountId === null) throw new Refusal("venue_closed");
  return { venue, accountId, lessor };
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
 * @returns with the owner's account, or null while it cannot be paid, and who they are that rent it out
 * @throws Refusal("not_found" | "own_venue" | "venue_closed")
 */
export async function requireOpenVenue(
  venueId: string,
  buyerId: string | null,
): Promise<{ venue: Venue; accountId: string | null; lessor: Lessor }> {
  if (!isValidObjectId(venueId)) throw new Refusal("not_found");
  const { venue, owner } = await readVenue(venueId);
  if (!venue || venue.deletedAt) throw new Refusal("not_found");
  if (venue.userId.toString() === buyerId) throw new Refusal("own_venue");
  if (!owner || isShutOut(owner)) throw new Refusal("not_found");
  if (!venue.listed || venue.status !== "available") throw new Refusal("venue_closed");
  return { venue, accountId: accountOf(owner), lessor: lessorOf(owner) };
}

/** What decides of an owner whether their venues can be reserved. */
type Payee = Pick<User, "accountId" | "stripeStats" | "bannedAt" | "deletedAt">;

const OWNER_FIELDS = [
  ...["accountId", "stripeStats", "bannedAt", "deletedAt"],
  ...LESSOR_FIELDS.split(" "),
];

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
  const [found] = await VenueModel.aggregate<{ venue: Venue; owner: (Payee & LessorFacts)[] }>([
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
        ...Object.fromEntries(OWNER_FIELDS.map((field) => [`owner.${field}`, 1])),
      },
    },
  ]);
  return { venue: found?.venue, owner: found?.owner[0] };
});
