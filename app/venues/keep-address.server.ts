import { trusted, type ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import type { ReviewState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { VenueModel, type Venue } from "@models/venue";
import { addDays, compareDays, formatDay, todayInParis, type Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { LONGEST_STAY } from "~/rules/calendar";
import { isToCome, LET_STATES, TO_COME_STATES } from "~/rules/reservation-states";
import { REVIEW_REQUEST_DAYS } from "~/rules/review-request";
import { isOtherStreet, isOtherTown, isReviewedElsewhere, otherTownIn } from "./address-change";

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
 * stars would be shown of a place that nobody has been to. And from another town, though not with another code, while those are
 * asked for a review who were there last: nobody is to be rid of what they say by being elsewhere for these days.
 *
 * @returns all that is to come there where the street is another one, unpaid holds among it
 * @throws Refusal("town_in_use" | "town_reviewed" | "town_left_lately")
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
  const stayed = isOtherTown(venue, after) && (await lastStay(venue._id, now, transaction));
  if (!stayed) return [];
  const limit = formatDay(addDays(stayed, REVIEW_REQUEST_DAYS));
  throw new Refusal("town_left_lately", { field, limit });
}

/**
 * Whether a venue is in the town where it was reserved, whatever its code, and until the caller's transaction is committed: it is
 * written to, so that one that moves it, having seen no review of it, cannot be committed beside this one. One that there is no
 * more has not moved.
 */
export async function isKeptInTown(
  reservation: Pick<Reservation, "venueId" | "venueCity">,
  transaction: ClientSession,
): Promise<boolean> {
  const venue = await updateAndRead(
    VenueModel,
    { _id: reservation.venueId },
    { $inc: { lock: 1 } },
    { session: transaction, fields: "city" },
  );
  return venue === null || !isReviewedElsewhere(reservation, venue);
}

/** Of a review that everybody is shown, or may be: not of a refused one. */
const STANDING: ReviewState[] = ["pending", "published"];

async function hasReviews(venue: Venue["_id"], transaction: ClientSession): Promise<boolean> {
  const standing = { venue, state: trusted({ $in: STANDING }) };
  return (await ReviewModel.findOne(standing, "_id", { session: transaction }).lean()) !== null;
}

/** The last day of the stay that ended last, of those that are asked about still; null: of none. */
async function lastStay(
  venueId: Venue["_id"],
  now: Date,
  transaction: ClientSession,
): Promise<Day | null> {
  const today = todayInParis(now);
  const since = addDays(today, -REVIEW_REQUEST_DAYS);
  // No index has a venue's last days; and of two states at once the embedded engine looks through everybody's.
  const startDate = trusted({ $gt: addDays(since, -LONGEST_STAY), $lt: today });
  const ends: Day[] = [];
  for (const status of LET_STATES) {
    const stays = { venueId, status, startDate };
    const found = await ReservationModel.find(stays, "endDate", { session: transaction }).lean();
    ends.push(...found.map(({ endDate }) => endDate));
  }
  ends.sort(compareDays);
  return ends.findLast((day) => compareDays(day, since) >= 0) ?? null;
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
