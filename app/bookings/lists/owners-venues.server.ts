import { Types } from "mongoose";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { projectionOf } from "@models/define";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { OWN_VENUE_FIELDS, type OwnVenueSummary } from "~/venues/my-venues-page.server";
import { LISTED_FIELDS, withListState, type ListedReservation } from "./listed-reservations.server";

/** A venue of an owner's, with the names of the calendars that it follows. */
export type OwnersVenue = OwnVenueSummary & { imports: Pick<CalendarImport, "_id" | "name">[] };

export interface OwnersVenues {
  /** Newest first, without those that they took away. */
  venues: OwnersVenue[];
  /** The little of all that the owner was asked for, in no order, at venues that they took away as well. */
  requests: ListedReservation[];
  /** Dearer dates of these that the owner said yes to, held until they are paid. */
  agreed: ListedReservation[];
}

/** An unpaid request is nobody's business but its buyer's; dates that the owner said yes to are theirs, too. */
const RECEIVED = [
  ...(["hold", "pending", "capturing", "confirmed"] as const),
  ...(["ended", "cancelling", "cancelled"] as const),
];

type Stored = OwnersVenue & Pick<Venue, "deletedAt"> & { requests: ListedReservation[] };

/** An owner's venues and what they were asked for, in one question. */
export async function ownersVenues(ownerId: string, now: Date): Promise<OwnersVenues> {
  const stored = await VenueModel.aggregate<Stored>([
    { $match: { userId: new Types.ObjectId(ownerId) } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $project: projectionOf([...OWN_VENUE_FIELDS, "deletedAt"]) },
    {
      $lookup: {
        from: ReservationModel.collection.name,
        localField: "_id",
        foreignField: "venueId",
        pipeline: [
          { $match: { status: { $in: RECEIVED } } },
          { $project: projectionOf(LISTED_FIELDS) },
        ],
        as: "requests",
      },
    },
    {
      $lookup: {
        from: CalendarImportModel.collection.name,
        localField: "_id",
        foreignField: "venue",
        pipeline: [{ $project: { name: 1 } }],
        as: "imports",
      },
    },
  ]);
  const received = withListState(
    stored.flatMap(({ requests }) => requests),
    now,
  );
  return {
    // Told apart here: one's own are few, and no index has this as well.
    venues: stored.filter(({ deletedAt }) => !deletedAt),
    requests: received.filter(({ state }) => state !== "hold"),
    agreed: received.filter(({ state, supplementTo }) => state === "hold" && supplementTo?.agreed),
  };
}
