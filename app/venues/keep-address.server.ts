import { trusted, type ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isToCome, TO_COME_STATES } from "~/rules/reservation-states";
import { isOtherStreet, otherTownIn } from "./address-change";

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
 * elsewhere. Unpaid holds count, offers of the waiting list among them.
 *
 * @returns all that is to come there where the street is another one, unpaid holds among it
 * @throws Refusal("town_in_use")
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
  if (field && stays.length > 0) throw new Refusal("town_in_use", { field });
  return stays;
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
