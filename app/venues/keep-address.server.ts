import { trusted, type ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import type { ReviewState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { VenueModel, type Venue } from "@models/venue";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isToCome, TO_COME_STATES } from "~/rules/reservation-states";
import { hasLeftTown, isOtherStreet, otherTownIn } from "./address-change";

type Address = Pick<Venue, "street" | "postalCode" | "city">;

/**
 * Tells the clients of reservations and requests to come that the street of their venue is another one, in the transaction
 * that writes it and after that. Bookings do it, for they stand above venues. It is given unpaid holds, too, and writes to them:
 * whoever confirms one at that moment may have read the former street.
 *
 * @returns how many people are written to
 */
export type TellOfStreet = (
  stays: readonly Reservation[],
  correction: { before: Address; now: Date },
  transaction: ClientSession,
) => Promise<number>;

/**
 * Keeps a venue in its town while anything is to come there: whoever reserved would be led, and charged, for a hall
 * elsewhere. Unpaid holds count, offers of the waiting list among them. And while it has reviews, published or to be read: its
 * stars would be shown of a place that nobody has been to.
 *
 * @returns all that is to come there where the street is another one, unpaid holds among it
 * @throws Refusal("town_in_use" | "town_reviewed")
 */
export async function keepTown(
  venue: Address & Pick<Venue, "_id">,
  after: Address,
  now: Date,
  transaction: ClientSession,
): Promise<Reservation[]> {
  const field = otherTownIn(venue, after);
  if (!field && !isOtherStreet(venue, after)) return [];
  const stays = await staysToCome(venue._id, now, transaction);
  if (!field) return stays;
  if (stays.length > 0) throw new Refusal("town_in_use", { field });
  if (await hasReviews(venue._id, transaction)) throw new Refusal("town_reviewed", { field });
  return [];
}

/**
 * Whether a venue is in the town where it was reserved, and until the caller's transaction is committed: it is written to, so
 * that one that moves it, having seen no review of it, cannot be committed beside this one. One that there is no more has not moved.
 */
export async function isKeptInTown(
  reservation: Pick<Reservation, "venueId" | "venueCity" | "venuePostalCode">,
  transaction: ClientSession,
): Promise<boolean> {
  const venue = await updateAndRead(
    VenueModel,
    { _id: reservation.venueId },
    { $inc: { lock: 1 } },
    { session: transaction, fields: "postalCode city" },
  );
  return venue === null || !hasLeftTown(reservation, venue);
}

/** Of a review that everybody is shown, or may be: not of a refused one. */
const STANDING: ReviewState[] = ["pending", "published"];

async function hasReviews(venue: Venue["_id"], transaction: ClientSession): Promise<boolean> {
  const standing = { venue, state: trusted({ $in: STANDING }) };
  return (await ReviewModel.findOne(standing, "_id", { session: transaction }).lean()) !== null;
}

async function staysToCome(
  venueId: Venue["_id"],
  now: Date,
  transaction: ClientSession,
): Promise<Reservation[]> {
  const today = todayInParis(now);
  const found = await ReservationModel.find(
    { venueId, status: trusted({ $in: TO_COME_STATES }) },
    null,
    { session: transaction },
  )
    .sort({ startDate: 1 })
    .lean();
  return found.filter((reservation) => isToCome(reservation, today));
}
