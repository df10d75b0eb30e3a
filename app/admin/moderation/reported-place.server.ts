import { capacityLabel } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { priceTag } from "~/rules/price";
import { toPicture, type Picture } from "~/venues/venue-shapes";
import { paidFor } from "../users/coming-money";
import { venueState, type VenueState } from "../venues/venue-state";

/** What a decision on a venue would weigh upon, beside its title and owner. */
export interface ReportedPlace {
  state: VenueState;
  /** Its first photo, as it is now; null: none is left. */
  cover: Picture | null;
  city: string;
  price: string;
  capacity: string;
  publishedOn: string;
  /** '2, 1 316,25 € payés' */
  coming: string;
}

const SHOWN =
  "city price time capacity status searchable suspendedAt deletedAt locationIMG createdAt";

/** The venue that is reported; null: it is unknown. @param coming its reservations to come */
export async function reportedPlace(
  venueId: string,
  coming: readonly Reservation[],
): Promise<ReportedPlace | null> {
  const venue = await VenueModel.findById(venueId, SHOWN).lean();
  if (!venue) return null;
  const { amount, per } = priceTag({ period: venue.time, unitPrice: venue.price });
  const cover = venue.locationIMG[0];
  return {
    state: venueState(venue),
    cover: cover ? toPicture(cover) : null,
    city: venue.city,
    price: `${amount} ${per}`,
    capacity: capacityLabel(venue.capacity),
    publishedOn: formatDay(parisDayOf(venue.createdAt)),
    coming: coming.length > 0 ? comingText(coming) : "Aucune",
  };
}

function comingText(coming: readonly Reservation[]): string {
  return `${coming.length}, ${formatEuros(paidFor(coming))} payés`;
}
