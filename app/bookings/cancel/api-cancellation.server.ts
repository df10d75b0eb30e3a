import { z } from "zod";
import { isValidObjectId, trusted, type QueryFilter } from "mongoose";
import type { Slot } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { dueBackOf } from "~/payments/due-back.server";
import { Refusal } from "~/platform/refusal";
import { awaitedOf } from "~/rules/money-words";
import { refundedInAll } from "~/rules/paid-parts";
import { isCalledOff } from "~/rules/reservation-states";
import { cancelReservation } from "./cancel-reservation.server";
import type { Party } from "../record/own-reservation.server";

interface Person {
  id: string;
  /** Calls off somebody else's, as an administrator does whose role allows it; null: they may not. */
  cancelAny: ((reservationId: string) => Promise<Reservation>) | null;
  /** In an owner's own words, for the buyer. */
  why?: string | undefined;
  /** An owner's: the days stay closed. */
  keepClosed?: boolean | undefined;
}

/** What is answered of a reservation that was called off. */
export const calledOffShape = z.object({
  status: z
    .enum(["cancelling", "cancelled"])
    .describe("`cancelling` while its money is still to come back: the site goes on with it."),
  refunded: z.number().int().describe("Cents that have gone back to the buyer so far."),
  due: z
    .number()
    .int()
    .describe("Cents that go back to the buyer in all, those of `refunded` among them."),
});

/** A reservation that was called off, for the /api paths. What the office gave up of its refund does not go back. */
export async function toCalledOff(
  reservation: Reservation,
): Promise<z.infer<typeof calledOffShape>> {
  const due = (await dueBackOf([reservation]))(reservation);
  const refunded = refundedInAll(reservation);
  const status = reservation.status === "cancelling" ? "cancelling" : "cancelled";
  return { status, refunded, due: refunded + awaitedOf(due) };
}

/**
 * Cancels a buyer's reservation that starts on a day, for its buyer, its owner or an admin. One that
 * was cancelled already stays as it is: callers ask for the refund first and for this second.
 * Strangers are refused alike whether there is one or not.
 *
 * @param request.startSlot where the day has several, one for each of its halves: else this, asked after the
 * refund of the one, would call off the other
 * @throws Refusal("not_found" | "forbidden" | "slot_required" | "not_cancellable" | "refund_changed")
 */
export async function cancelByDay(request: {
  venueId: string;
  buyerId: string;
  startDate: string;
  startSlot?: Slot | undefined;
  person: Person;
  now: Date;
}): Promise<Reservation> {
  const { venueId, buyerId, startDate, startSlot, person, now } = request;
  if (!isValidObjectId(venueId) || !isValidObjectId(buyerId)) throw new Refusal("not_found");
  const missing = person.cancelAny || person.id === buyerId ? "not_found" : "forbidden";
  const filter = { venueId, userId: buyerId, startDate, ...(startSlot && { startSlot }) };
  return await cancelFound(filter, person, now, missing);
}

/**
 * Cancels the reservation that a payment is of and gives back what is due; as `cancelByDay`.
 *
 * @throws Refusal("not_found" | "forbidden" | "not_cancellable" | "refund_changed")
 */
export async function cancelByPayment(request: {
  paymentIntentId: string;
  startDate: string;
  person: Person;
  now: Date;
}): Promise<Reservation> {
  const { paymentIntentId, startDate, person, now } = request;
  const supplement = await ReservationModel.findOne({ paymentIntentId, status: "joined" }).lean();
  const filter = supplement
    ? { _id: supplement.supplementTo?.reservation, startDate }
    : { paymentIntentId, startDate };
  return await cancelFound(filter, person, now, "not_found");
}

async function cancelFound(
  filter: QueryFilter<Reservation>,
  person: Person,
  now: Date,
  missing: "not_found" | "forbidden",
): Promise<Reservation> {
  const alive = await ReservationModel.find({
    ...filter,
    status: trusted({ $nin: ["dead", "joined"] }),
  })
    .sort({ createdAt: -1 })
    .lean();
  const made = alive.filter(({ status }) => status !== "hold");
  // Beside one that was called off already, which a program may ask for twice, days held anew stay held.
  const found = made.length > 0 ? made : alive.filter((hold) => isOwnHold(hold, person, now));
  const reservation = found.find((candidate) => !isCalledOff(candidate.status)) ?? found[0];
  if (!reservation) throw new Refusal(missing);
  const by = partyOf(reservation, person);
  if (!by && !person.cancelAny) throw new Refusal("forbidden");
  if (new Set(found.map(({ startSlot }) => startSlot)).size > 1) {
    throw new Refusal("slot_required", { field: "startSlot" });
  }
  if (isCalledOff(reservation.status)) return reservation;
  const reservationId = reservation._id.toString();
  // What is paid meanwhile is a hold no more, and is not called off as one.
  const unpaid = reservation.status === "hold" ? { expectedAmount: 0, expectedPaid: 0 } : {};
  const owners = by?.role === "owner" ? { why: person.why, keepClosed: person.keepClosed } : {};
  if (by) return await cancelReservation({ reservationId, by, ...unpaid, ...owners, now });
  return await person.cancelAny!(reservationId);
}

/** Days that a buyer holds unpaid: they may give them up. A supplement's, and what a waiting list offers, have pages. */
function isOwnHold(
  { userId, offer, supplementTo, holdUntil }: Reservation,
  { id }: Person,
  now: Date,
): boolean {
  if (offer || supplementTo || userId.toString() !== id) return false;
  return holdUntil !== undefined && holdUntil > now;
}

function partyOf({ userId, ownerId }: Reservation, { id }: Person): Party | null {
  if (userId.toString() === id) return { role: "buyer", userId: id };
  return ownerId.toString() === id ? { role: "owner", userId: id } : null;
}
