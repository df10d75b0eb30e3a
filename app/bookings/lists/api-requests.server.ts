import { trusted, Types } from "mongoose";
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { compareDays } from "~/platform/days";
import { API_FIELDS, apiVenueShape, toApiVenue, type ApiVenue } from "~/venues/venue-shapes";
import { LIST_STATES } from "~/rules/reservation-states";
import { ownReservations, type OwnReservation } from "./listed-reservations.server";

/** At most so many reservations in one answer. */
const MOST = 200;

const reservationShape = z.object({
  _id: z.string(),
  userId: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
  status: z.enum(LIST_STATES),
  paymentIntentId: z.string().nullable(),
});

/** A venue with the caller's own reservations of it, as /api answers it. */
export const requestedVenueShape = apiVenueShape
  // Withheld of a venue that is shown to nobody any more.
  .partial({ street: true, description: true })
  .extend({ reservations: z.array(reservationShape) });
type RequestedVenueJson = z.infer<typeof requestedVenueShape>;
type WithdrawnJson = Omit<RequestedVenueJson, "reservations">;

function toApiReservation(reservation: OwnReservation): z.infer<typeof reservationShape> {
  return {
    _id: reservation._id.toString(),
    userId: reservation.userId.toString(),
    startDate: reservation.startDate,
    endDate: reservation.endDate,
    startSlot: reservation.startSlot,
    endSlot: reservation.endSlot,
    status: reservation.state,
    paymentIntentId: reservation.paymentIntentId ?? null,
  };
}

/**
 * A venue that everybody else is refused, for its owner or moderation took it away: what a reservation keeps of it, and
 * none of its owner's own words and photos.
 */
function withdrawn(venue: ApiVenue, { venueTitle, venueCity }: Reservation): WithdrawnJson {
  const { street: _street, description: _words, ...told } = toApiVenue(venue);
  const { hours: _hours, latestAccess: _access, houseRules: _rules, ...rest } = told;
  return { ...rest, title: venueTitle, city: venueCity, locationIMG: [] };
}

/** The venues that someone reserved, the latest reservation first, each with their own reservations. */
export async function apiRequests(buyerId: string, now: Date): Promise<RequestedVenueJson[]> {
  const own = await ownReservations(buyerId, now);
  const reservations = own.sort((a, b) => compareDays(b.startDate, a.startDate)).slice(0, MOST);
  const ids = [...new Set(reservations.map(({ venueId }) => venueId.toString()))];
  const venues = await VenueModel.find(
    { _id: trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }) },
    `${API_FIELDS} listed`,
  ).lean<(ApiVenue & Pick<Venue, "listed">)[]>();
  const byId = new Map(venues.map((venue) => [venue._id.toString(), venue]));
  return ids.flatMap((id) => {
    const venue = byId.get(id);
    if (!venue) return [];
    const ofVenue = reservations.filter(({ venueId }) => venueId.toString() === id);
    const shown = venue.listed ? toApiVenue(venue) : withdrawn(venue, ofVenue[0]!);
    return [{ ...shown, reservations: ofVenue.map(toApiReservation) }];
  });
}
