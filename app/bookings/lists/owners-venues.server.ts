import { Types, type PipelineStage } from "mongoose";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { projectionOf } from "@models/define";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { zoneOf, type Zone } from "~/platform/zones";
import { OWN_VENUE_FIELDS, type OwnVenueSummary } from "~/venues/my-venues-page.server";
import type { Month } from "~/rules/month-grid";
import { TO_COME_STATES } from "~/rules/reservation-states";
import {
  LISTED_FIELDS,
  STORED_OVER,
  withListState,
  type ListedReservation,
} from "./listed-reservations.server";

/** A venue of an owner's, with the names of the calendars that it follows. */
export type OwnersVenue = OwnVenueSummary & { imports: Pick<CalendarImport, "_id" | "name">[] };

/** How much is over at a venue, of those that began in one month and ended in another or the same. */
export interface OverMonth {
  venueId: Types.ObjectId;
  venueTitle: string;
  venueCity: string;
  first: Month;
  last: Month;
  count: number;
}

export interface OwnersVenues {
  ownerId: Types.ObjectId;
  /** Newest first, without those that they took away. */
  venues: OwnersVenue[];
  /**
   * The little of all that the owner was asked for and that is not stored as over, in no order, at venues that they took
   * away as well.
   */
  requests: ListedReservation[];
  /** What is stored as over, counted: there are ten years of it. */
  over: OverMonth[];
  /** Dearer dates of these that the owner said yes to, held until they are paid. */
  agreed: ListedReservation[];
  /** Of all venues, also those that they took away, by id. */
  zones: ReadonlyMap<string, Zone>;
}

interface Stored extends OwnersVenue, Pick<Venue, "postalCode" | "deletedAt"> {
  requests: ListedReservation[];
  over: (Pick<OverMonth, "venueTitle" | "venueCity" | "count"> & {
    _id: { first: Month; last: Month };
  })[];
}

/** An owner's venues and what they were asked for, in one question. */
export async function ownersVenues(id: string, now: Date): Promise<OwnersVenues> {
  const ownerId = new Types.ObjectId(id);
  const stored = await VenueModel.aggregate<Stored>([
    { $match: { userId: ownerId } },
    { $sort: { createdAt: -1, _id: -1 } },
    { $project: projectionOf([...OWN_VENUE_FIELDS, "postalCode", "deletedAt"]) },
    reservationsOf("requests", [
      // An unpaid request is nobody's business but its buyer's; dates that the owner said yes to are theirs, too.
      { $match: { status: { $in: TO_COME_STATES } } },
      { $project: projectionOf(LISTED_FIELDS) },
    ]),
    reservationsOf("over", [
      { $match: { status: { $in: STORED_OVER } } },
      {
        $group: {
          _id: { first: MONTH_OF("$startDate"), last: MONTH_OF("$endDate") },
          venueTitle: { $last: "$venueTitle" },
          venueCity: { $last: "$venueCity" },
          count: { $sum: 1 },
        },
      },
    ]),
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
    ownerId,
    // Told apart here: one's own are few, and no index has this as well.
    venues: stored.filter(({ deletedAt }) => !deletedAt),
    requests: received.filter(({ state }) => state !== "hold"),
    over: stored.flatMap(({ _id: venueId, over }) =>
      over.map(({ _id: months, ...month }) => ({ venueId, ...month, ...months })),
    ),
    agreed: received.filter(({ state, supplementTo }) => state === "hold" && supplementTo?.agreed),
    zones: new Map(stored.map(({ _id, postalCode }) => [_id.toString(), zoneOf(postalCode)])),
  };
}

/** 'YYYY-MM' of a day. */
const MONTH_OF = (day: string) => ({ $substrBytes: [day, 0, 7] });

function reservationsOf(
  as: string,
  pipeline: NonNullable<PipelineStage.Lookup["$lookup"]["pipeline"]>,
): PipelineStage.Lookup {
  const from = ReservationModel.collection.name;
  return { $lookup: { from, localField: "_id", foreignField: "venueId", pipeline, as } };
}
