import { createPayableVenue, sandbox } from "./payments";
import type { Policy } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { charge } from "~/bookings/payment/charge.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { addDays, todayInParis } from "~/platform/days";

/**
 * A confirmed reservation of three days that starts in `days` days: 1 620 € at 480 € a day, 1 260 € of it
 * the owner's.
 */
export async function confirmReservation(
  buyer: Pick<User, "_id">,
  {
    days = 40,
    policy = "souple",
    price = 48_000,
    card = "pm_card_visa",
    now = new Date(),
  }: { days?: number; policy?: Policy; price?: number; card?: string; now?: Date } = {},
): Promise<{ reservation: Reservation; venue: Venue; owner: User }> {
  const { venue, owner } = await createPayableVenue({ cancellationPolicy: policy, price });
  const startDate = addDays(todayInParis(now), days);
  await charge({
    venueId: venue._id.toString(),
    buyer: { id: buyer._id.toString() },
    startDate,
    endDate: addDays(startDate, 2),
    requestKey: "form",
    paymentMethodId: card,
    now,
  });
  await sandbox.settled();
  const made = await ReservationModel.findOne({ venueId: venue._id }).lean();
  const reservation = await syncReservation(made!._id.toString());
  return { reservation: reservation!, venue, owner };
}
