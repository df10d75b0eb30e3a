import { Types } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";

export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/**
 * An owner's venues, newest first, without those they deleted, told apart here: one's own are few, and a
 * filter that no index holds whole would be held against the venues of all others.
 */
export async function ownVenues(
  ownerId: string,
): Promise<Pick<Venue, "_id" | "title" | "closedWeekdays">[]> {
  const venues = await VenueModel.find(
    { userId: new Types.ObjectId(ownerId) },
    { title: 1, deletedAt: 1, closedWeekdays: 1 },
  )
    .sort(NEWEST_FIRST)
    .lean();
  return venues.filter(({ deletedAt }) => deletedAt === undefined || deletedAt === null);
}
