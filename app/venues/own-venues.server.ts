import { Types } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { TEASER_FIELDS, type TeaserVenue } from "./venue-shapes";

/** What an owner's pages show of each of their venues. */
export type OwnVenueSummary = TeaserVenue &
  Pick<Venue, "postalCode" | "status" | "listed" | "searchable" | "suspendedAt" | "closedWeekdays">;

/**
 * An owner's venues, newest first, without those they deleted, told apart here: one's own are few, and a
 * filter that no index holds whole would be held against the venues of all others.
 */
export async function ownVenues(ownerId: string): Promise<OwnVenueSummary[]> {
  const venues = await VenueModel.find(
    { userId: new Types.ObjectId(ownerId) },
    `${TEASER_FIELDS} postalCode status listed searchable suspendedAt closedWeekdays deletedAt`,
  )
    .sort({ createdAt: -1, _id: -1 })
    .lean<(OwnVenueSummary & Pick<Venue, "deletedAt">)[]>();
  return venues.filter(({ deletedAt }) => deletedAt === undefined || deletedAt === null);
}
