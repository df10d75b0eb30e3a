import { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { ownersBookings } from "~/bookings/lists/owners-bookings.server";
import { slotId, unitsOf } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { holdsDays } from "~/rules/reservation-states";
import { quote } from "~/rules/price";
import { ownersVenues } from "~/bookings/lists/owners-venues.server";

let made = 0;

interface ReservationFields extends Partial<Omit<Reservation, "status" | "startDate" | "endDate">> {
  venue: Venue;
  buyer: Pick<User, "_id">;
  status: ReservationState;
  startDate: string;
  /** The first day when absent. */
  endDate?: string;
}

/** A reservation as if it had been made and paid, with the days that its state holds. */
export async function createReservation({
  venue,
  buyer,
  status,
  startDate,
  endDate = startDate,
  ...fields
}: ReservationFields): Promise<Reservation> {
  made += 1;
  const period = venue.time;
  const stay = { startDate, endDate, startSlot: "AM", endSlot: "PM", period } as const;
  const price = quote({ period, unitPrice: venue.price, units: unitsOf(stay) });
  const { units, unitPrice, subtotal, fee, commission, total, ownerShare, platformShare } = price;
  const { preparationBefore, preparationAfter } = venue;
  const createdAt = new Date(Date.UTC(2026, 0, 1) + made * 60_000);
  const reservation = await ReservationModel.create({
    ...stay,
    ...{ preparationBefore, preparationAfter },
    ...{ units, unitPrice, subtotal, fee, commission, total, ownerShare, platformShare },
    reference: `PDS-${String(made).padStart(6, "0")}`,
    venueId: venue._id,
    userId: buyer._id,
    ownerId: venue.userId,
    accountId: "acct_test",
    venueTitle: venue.title,
    venueCity: venue.city,
    policy: venue.cancellationPolicy,
    needValidation: venue.needValidation,
    status,
    attempt: 1,
    refunded: 0,
    hiddenByBuyer: false,
    requestKey: new Types.ObjectId().toString(),
    ...(status === "hold" && { holdUntil: new Date(Date.now() + 1_800_000) }),
    ...(status === "pending" && { answerBy: new Date(Date.now() + 86_400_000) }),
    history: [{ state: status, at: createdAt, by: "buyer", why: "Essai" }],
    createdAt,
    ...fields,
  });
  if (holdsDays(status)) {
    await BookedSlotModel.insertMany(
      heldSlots(stay, venue).map((slot) => ({
        _id: slotId(venue._id.toString(), slot),
        venue: venue._id,
        ...slot,
        reservation: reservation._id,
      })),
    );
  }
  return reservation.toObject();
}

/** An owner's bookings as their page asks for them: with the venues that they have. */
export async function bookingsOfOwner(ownerId: string, query: string, now: Date) {
  return await ownersBookings(await ownersVenues(ownerId, now), new URLSearchParams(query), now);
}
