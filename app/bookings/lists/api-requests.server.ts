import { trusted, Types } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { API_FIELDS, toApiVenue, type ApiVenue } from "~/venues/venue-shapes";
import { viewOf, whereListed } from "../reservation-view.server";

/** At most so many reservations in one answer. */
const MOST = 200;

function toApiReservation(reservation: Reservation, now: Date) {
  return {
    _id: reservation._id.toString(),
    userId: reservation.userId.toString(),
    startDate: reservation.startDate,
    endDate: reservation.endDate,
    status: viewOf(reservation, now).state,
    paymentIntentId: reservation.paymentIntentId ?? null,
  };
}

type RequestedVenueJson = ReturnType<typeof toApiVenue> & {
  reservations: ReturnType<typeof toApiReservation>[];
};

/** The venues that someone reserved, the latest reservation first, each with their own reservations. */
export async function apiRequests(buyerId: string, now: Date): Promise<RequestedVenueJson[]> {
  const reservations = await ReservationModel.find({
    userId: new Types.ObjectId(buyerId),
    hiddenByBuyer: false,
    ...whereListed(now, "buyer"),
  })
    .sort({ startDate: -1 })
    .limit(MOST)
    .lean();
  const ids = [...new Set(reservations.map(({ venueId }) => venueId.toString()))];
  const venues = await VenueModel.find(
    { _id: trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }) },
    API_FIELDS,
  ).lean<ApiVenue[]>();
  const byId = new Map(venues.map((venue) => [venue._id.toString(), venue]));
  return ids.flatMap((id) => {
    const venue = byId.get(id);
    if (!venue) return [];
    const own = reservations.filter(({ venueId }) => venueId.toString() === id);
    return [{ ...toApiVenue(venue), reservations: own.map((one) => toApiReservation(one, now)) }];
  });
}
