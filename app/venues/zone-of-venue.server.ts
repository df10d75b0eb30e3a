import type { Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { zoneOf, type Zone } from "~/platform/zones";

/** The time zone of a venue by its id, in one question; Paris's where nobody knows. */
export async function zoneOfVenue(venueId: Types.ObjectId): Promise<Zone> {
  const venue = await VenueModel.findById(venueId, "postalCode").lean();
  return zoneOf(venue?.postalCode);
}
