import { isValidObjectId, trusted, type QueryFilter } from "mongoose";
import type { Slot } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { Refusal } from "~/platform/refusal";
import { cancelReservation } from "./cancel-reservation.server";
import type { Party } from "../record/find-reservation.server";

interface Person {
  id: string;
  /** Calls off somebody else's, as an administrator does whose role allows it; null: they may not. */
  cancelAny: ((reservationId: string) => Promise<Reservation>) | null;
}

/**
 * Cancels a buyer's reservation that starts on a day, for its buyer, its owner or an admin. One that
 * was cancelled already stays as it is: callers ask for the refund first and for this second.
 * Strangers are refused alike whether there is one or not.
 *
 * @param request.startSlot where the day has several, one for each of its halves: else this, asked after the
 * refund of the one, would call off the other
 * @throws Refusal("not_found" | "forbidden" | "slot_required" | "not_cancellable")
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
 * @throws Refusal("not_found" | "forbidden" | "not_cancellable")
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
  const found = await ReservationModel.find({
    ...filter,
    status: trusted({ $nin: ["hold", "dead", "joined"] }),
  })
    .sort({ createdAt: -1 })
    .lean();
  const isOver = ({ status }: Reservation) => status === "cancelled" || status === "cancelling";
  const reservation = found.find((candidate) => !isOver(candidate)) ?? found[0];
  if (!reservation) throw new Refusal(missing);
  const by = partyOf(reservation, person);
  if (!by && !person.cancelAny) throw new Refusal("forbidden");
  if (new Set(found.map(({ startSlot }) => startSlot)).size > 1) {
    throw new Refusal("slot_required", { field: "startSlot" });
  }
  if (isOver(reservation)) return reservation;
  const reservationId = reservation._id.toString();
  if (by) return await cancelReservation({ reservationId, by, now });
  return await person.cancelAny!(reservationId);
}

function partyOf({ userId, ownerId }: Reservation, { id }: Person): Party | null {
  if (userId.toString() === id) return { role: "buyer", userId: id };
  return ownerId.toString() === id ? { role: "owner", userId: id } : null;
}
