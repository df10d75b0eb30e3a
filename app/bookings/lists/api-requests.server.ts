import { trusted, Types } from "mongoose";
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { compareDays } from "~/platform/days";
import { pageOf } from "~/platform/paging";
import { pageShape } from "~/venues/api-venues.server";
import {
  API_FIELDS,
  apiVenueShape,
  toApiVenue,
  WRITTEN_OF_THE_PLACE,
  type ApiVenue,
  type VenueJson,
} from "~/venues/venue-shapes";
import { LIST_STATES } from "~/rules/reservation-states";
import {
  ownListed,
  wholeReservations,
  withListState,
  type OwnListed,
  type OwnReservation,
} from "./listed-reservations.server";

/** So many reservations are in one answer. */
const PER_PAGE = 200;

const HOLD_WORDS = "`hold`: not paid yet, its days are held. ";
/** What is told of the others, to both sides. */
export const STATE_WORDS =
  "`pending`: its owner's answer is awaited, or the payment that follows a yes. `confirmed`: paid. `ended`: its last day is over. `cancelled`: called off, refused or left unanswered.";

/** A reservation as its buyer has it back. */
export const requestShape = z.object({
  _id: z.string(),
  userId: z.string(),
  startDate: z.string().date(),
  endDate: z.string().date(),
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
  status: z.enum(LIST_STATES).describe(HOLD_WORDS + STATE_WORDS),
  paymentIntentId: z.string().nullable(),
});

/** A venue with the caller's own reservations of it, as /api answers it. */
export const requestedVenueShape = apiVenueShape
  // Withheld of a venue that is shown to nobody any more.
  .partial({ street: true, description: true })
  .extend({ reservations: z.array(requestShape) });
/** A page of them; `count` is that of the caller's reservations. */
export const requestedShape = z
  .object({ locations: z.array(requestedVenueShape) })
  .extend(pageShape.shape);
type RequestedVenueJson = z.infer<typeof requestedVenueShape>;
type WithdrawnJson = Omit<RequestedVenueJson, "reservations">;

/** What its owner says of a venue in their own words, beside its title and city. */
const OWN_WORDS = ["street", "description", ...WRITTEN_OF_THE_PLACE] as const;
type WithoutWords = Omit<VenueJson, (typeof OWN_WORDS)[number]>;

function toApiReservation(reservation: OwnReservation): z.infer<typeof requestShape> {
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
  const told = Object.entries(toApiVenue(venue)).filter(
    ([name]) => !OWN_WORDS.some((field) => field === name),
  );
  const rest = Object.fromEntries(told) as unknown as WithoutWords;
  return { ...rest, title: venueTitle, city: venueCity, locationIMG: [] };
}

/** The venues that someone reserved, the latest reservation first, each with their own reservations of this page. */
export async function apiRequests(
  buyerId: string,
  asked: number,
  now: Date,
): Promise<z.infer<typeof requestedShape>> {
  const own = (await ownListed(buyerId, now)).sort(byLatestDay);
  const { items, total: count, page, pages } = pageOf(own, asked, PER_PAGE);
  const whole = withListState(await wholeReservations(items), now);
  return { locations: await venuesOf(whole), count, page, pages };
}

function byLatestDay(a: OwnListed, b: OwnListed): number {
  return compareDays(b.startDate, a.startDate) || (a._id.toString() < b._id.toString() ? 1 : -1);
}

async function venuesOf(reservations: readonly OwnReservation[]): Promise<RequestedVenueJson[]> {
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
