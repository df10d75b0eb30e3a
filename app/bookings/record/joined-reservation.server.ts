import { Types, type Model, type PipelineStage } from "mongoose";
import { projectionOf } from "@models/define";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel, type Review } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { ON_SITE_FIELDS } from "~/venues/practical-facts";

const PERSON_FIELDS = ["name", "lastname", "entityName", "email", "phone", "deletedAt"] as const;
const PLACE_FIELDS = [
  ...(["street", "postalCode", "city", "country", "coordinates"] as const),
  ...(["arrival", ...ON_SITE_FIELDS, "listed", "status", "deletedAt"] as const),
] as const;

/** One of the two sides, with how to reach them. */
export type Person = Pick<User, (typeof PERSON_FIELDS)[number]>;
/** Where it takes place, with what is of use on the day, and whether its page is there. */
export type Place = Pick<Venue, (typeof PLACE_FIELDS)[number]>;

/** What can be read along with a reservation. */
interface Joined {
  /** Of the ledger, the earliest first. */
  entries: LedgerEntry[];
  /** What was held for dearer dates of it, whatever became of that. */
  supplements: Reservation[];
  /** One at most, by its id alone. */
  reviews: Pick<Review, "_id">[];
  /** One at most. */
  buyer: Person[];
  owner: Person[];
  venue: Place[];
}

export type With<Name extends keyof Joined> = { reservation: Reservation } & Pick<Joined, Name>;

/**
 * Reservations with what a page shows beside them, in one question and in no order. Whose business they are asks
 * the caller.
 */
export async function joinedReservations<Name extends keyof Joined>(
  ids: readonly Types.ObjectId[],
  names: readonly Name[],
): Promise<With<Name>[]> {
  return await ReservationModel.aggregate<With<Name>>([
    // By their ids alone, which an index has: with an owner in the filter all others' would be looked through.
    { $match: { _id: { $in: ids } } },
    ...joining(names),
  ]);
}

/** What makes of each reservation of a pipeline one with what a page shows beside it. */
export function joining(names: readonly (keyof Joined)[]) {
  return [
    { $project: { _id: 0, reservation: "$$ROOT" } } as const,
    ...names.map((name) => JOINS[name](name)),
  ];
}

/** One of them; null when there is none. */
export async function joinedReservation<Name extends keyof Joined>(
  reservationId: string,
  names: readonly Name[],
): Promise<With<Name> | null> {
  const [found] = await joinedReservations([new Types.ObjectId(reservationId)], names);
  return found ?? null;
}

const JOINS: Record<keyof Joined, (as: string) => PipelineStage.Lookup> = {
  entries: (as) => lookup(LedgerEntryModel, ["_id", "reservation"], as, [{ $sort: { at: 1 } }]),
  supplements: (as) => lookup(ReservationModel, ["_id", "supplementTo.reservation"], as),
  reviews: (as) => lookup(ReviewModel, ["_id", "reservation"], as, [{ $project: { _id: 1 } }]),
  buyer: (as) =>
    lookup(UserModel, ["userId", "_id"], as, [{ $project: projectionOf(PERSON_FIELDS) }]),
  owner: (as) =>
    lookup(UserModel, ["ownerId", "_id"], as, [{ $project: projectionOf(PERSON_FIELDS) }]),
  venue: (as) =>
    lookup(VenueModel, ["venueId", "_id"], as, [{ $project: projectionOf(PLACE_FIELDS) }]),
};

function lookup<T>(
  { collection }: Model<T>,
  [own, foreignField]: [own: string, foreign: string],
  as: string,
  pipeline: PipelineStage.Lookup["$lookup"]["pipeline"] = [],
): PipelineStage.Lookup {
  return {
    $lookup: {
      ...{ from: collection.name, localField: `reservation.${own}`, foreignField, as },
      ...(pipeline.length > 0 && { pipeline }),
    },
  };
}
