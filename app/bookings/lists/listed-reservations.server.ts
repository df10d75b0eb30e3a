import { trusted, Types } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { todayInParis, type Day } from "~/platform/days";
import { listStateOf, TO_COME_STATES, type ListState } from "~/rules/reservation-states";

/** What is read of them. */
export const LISTED_FIELDS = [
  ...(["_id", "status", "answerBy", "holdUntil", "change", "supplementTo"] as const),
  ...(["startDate", "endDate", "startSlot", "endSlot", "period"] as const),
  ...(["userId", "venueId", "venueTitle", "venueCity"] as const),
  ...(["ownerShare", "refunded", "supplements", "grant", "ledgerOpen"] as const),
] as const;

/** The little of a reservation by which lists are narrowed, counted and sorted. */
export type ListedReservation = Pick<Reservation, (typeof LISTED_FIELDS)[number]> & {
  state: ListState;
};

/** The same of one's own. */
const OWN_FIELDS = [
  ...(["_id", "status", "answerBy", "holdUntil", "offer", "startDate", "endDate"] as const),
  ...(["reference", "venueTitle", "createdAt"] as const),
] as const;
const OWN_PROJECTION = Object.fromEntries(OWN_FIELDS.map((field) => [field, 1 as const]));

/** The little of a reservation of one's own by which lists are narrowed, counted and sorted. */
export type OwnListed = Pick<Reservation, (typeof OWN_FIELDS)[number]> & { state: ListState };

/** A reservation of one's own, whole, with where lists put it. */
export type OwnReservation = Reservation & { state: ListState };

/** What is over whatever the time, and grows with the years. */
export const STORED_OVER = ["ended", "cancelling", "cancelled"] as const;

/** Every state but that of a hold which came to nothing. */
const LISTED: readonly ReservationState[] = [...TO_COME_STATES, ...STORED_OVER];

/**
 * The little of all of somebody's own reservations, as they are to be read at `now`: without those they removed, and without
 * what the waiting list holds for them until they say yes. Deadlines are told from what is read, in the same words as
 * everywhere, and not by a filter that the database would hold against the reservations of all others.
 */
export async function ownListed(buyerId: string, now: Date): Promise<OwnListed[]> {
  const found = await ReservationModel.aggregate<Omit<OwnListed, "state">>([
    ofBuyer(buyerId, LISTED),
    { $project: OWN_PROJECTION },
  ]);
  return withListState(found, now);
}

/**
 * The same whole: of states of which one has few; or for the page of all, which would ask one question more for the few that
 * it shows (quality.md, S10).
 */
export async function ownReservations(
  buyerId: string,
  now: Date,
  among: readonly ReservationState[] = LISTED,
): Promise<OwnReservation[]> {
  return withListState(await ownRecords(buyerId, { among }), now);
}

function ofBuyer(buyerId: string, among: readonly ReservationState[]) {
  const userId = new Types.ObjectId(buyerId);
  return { $match: { userId, hiddenByBuyer: false, status: { $in: among } } };
}

/**
 * The same as they are stored, with what the waiting list holds for them.
 *
 * @param venueId those of this venue alone
 */
export async function ownRecords(
  buyerId: string,
  { among = LISTED, venueId }: { among?: readonly ReservationState[]; venueId?: string } = {},
): Promise<Reservation[]> {
  return await ReservationModel.aggregate<Reservation>([
    ofBuyer(buyerId, among),
    // By itself: with more in a filter than an index has, the embedded engine does not look by all that the index has.
    ...(venueId === undefined ? [] : [{ $match: { venueId: new Types.ObjectId(venueId) } }]),
  ]);
}

type Dated = Pick<
  Reservation,
  "status" | "startDate" | "endDate" | "holdUntil" | "answerBy" | "offer"
>;

/** Those of reservations that lists show at `now`, each with where they put it. */
export function withListState<R extends Dated>(found: readonly R[], now: Date) {
  const today = todayInParis(now);
  return found.flatMap((reservation) => {
    const isOffer = reservation.status === "hold" && reservation.offer !== undefined;
    const state = isOffer ? null : listStateOf(reservation, now, today);
    return state ? [{ ...reservation, state }] : [];
  });
}

/** What `withListState` puts under 'ended' and 'cancelled', as a filter of reservations that are found by something else. */
export function isOver(now: Date, today: Day) {
  return {
    $or: [
      { status: { $in: STORED_OVER } },
      { status: "confirmed", endDate: { $lt: today } },
      { status: "pending", answerBy: { $lte: now } },
    ],
  };
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
