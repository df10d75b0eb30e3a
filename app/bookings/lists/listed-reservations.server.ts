import { trusted, type Types } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { listStateOf, type ListState } from "~/rules/reservation-states";

const FIELDS = [
  ...["status", "holdUntil", "answerBy", "startDate", "endDate"],
  ...["startSlot", "endSlot", "period"],
  ...["userId", "venueId", "venueTitle", "createdAt", "ownerShare", "change", "offer"],
] as const;

/** The little of a reservation by which lists are narrowed, counted and sorted. */
export type ListedReservation = Pick<
  Reservation,
  | "_id"
  | "startDate"
  | "endDate"
  | "startSlot"
  | "endSlot"
  | "period"
  | "userId"
  | "venueId"
  | "venueTitle"
  | "createdAt"
  | "ownerShare"
  | "answerBy"
  | "change"
  | "status"
> & { state: ListState };

/** Whose: an index starts with each of these, so that nobody else's are read. */
export type Whose =
  { userId: Types.ObjectId } | { ownerId: Types.ObjectId } | { venueId: Types.ObjectId };

/** Every state but that of a hold which came to nothing. */
const LISTED: readonly ReservationState[] = [
  ...(["hold", "pending", "capturing", "confirmed"] as const),
  ...(["ended", "cancelling", "cancelled"] as const),
];

/**
 * All reservations of one person or venue, as they are to be read at `now`. One's own are few: deadlines
 * are told from what is read of them, in the same words as everywhere, and not by a filter that the
 * database would hold against the reservations of all others. For a buyer without those they removed, and
 * without what the waiting list holds for them until they say yes.
 *
 * @param among the stored states to look for
 */
export async function listedReservations(
  whose: Whose,
  now: Date,
  among: readonly ReservationState[] = LISTED,
): Promise<ListedReservation[]> {
  const found = await ReservationModel.find({
    ...whose,
    ...("userId" in whose && { hiddenByBuyer: false }),
    status: trusted({ $in: among }),
  })
    .select(FIELDS)
    .lean();
  const today = todayInParis(now);
  return found.flatMap((reservation) => {
    const isOffer = reservation.status === "hold" && reservation.offer !== undefined;
    const state = isOffer ? null : listStateOf(reservation, now, today);
    return state ? [{ ...reservation, state }] : [];
  });
}

/** The whole reservations of those on a page of a list, in the list's order. */
export async function wholeReservations(
  listed: readonly Pick<Reservation, "_id">[],
): Promise<Reservation[]> {
  const ids = listed.map(({ _id }) => _id);
  const found = await ReservationModel.find({ _id: trusted({ $in: ids }) }).lean();
  const byId = new Map(found.map((reservation) => [reservation._id.toString(), reservation]));
  return ids.flatMap((id) => byId.get(id.toString()) ?? []);
}

type Created = Pick<Reservation, "_id" | "createdAt">;

/** Newest first, for a sort. */
export function byCreation(a: Created, b: Created): number {
  return (
    b.createdAt.getTime() - a.createdAt.getTime() || (a._id.toString() < b._id.toString() ? 1 : -1)
  );
}
