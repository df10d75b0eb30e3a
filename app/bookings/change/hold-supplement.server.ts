/** What dearer dates cost more: a hold of their half days beside the old ones, until it is paid. */
import { Types } from "mongoose";
import type { Reservation } from "@models/reservation";
import type { Venue } from "@models/venue";
import { Refusal } from "~/platform/web/refusal";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import { LARGEST_PAYMENT, takeOrClear } from "../reserve/reserve.server";
import { newReference } from "../reserve/take-days.server";
import { guardsOf } from "../reserve/unpaid-holds.server";
import {
  changeDeadline,
  slotsBeyond,
  supplementPrice,
  type NewTerms,
} from "../rules/change-of-dates";
import { deadlineOf, isTooLongToHold } from "../rules/hold-limits";

/** What a supplement's reference has more than its reservation's, to tell several apart. */
const MARK_LENGTH = 2;

interface Wanted {
  reservation: Reservation;
  venue: Venue;
  terms: NewTerms;
}

/**
 * Holds the half days that a reservation lacks for dearer dates, for the time that it takes to pay the
 * difference; within the bounds of unpaid holds, and no longer than until the first day of either dates. The
 * reservation stays as it is. The same wish again finds the same hold.
 *
 * @returns the record of the supplement, in `hold`: it is paid as any other
 * @throws Refusal("too_expensive" | "hold_too_long"), and those of `takeOrClear`
 */
export async function holdSupplement(
  { reservation, venue, terms }: Wanted,
  { ip, now }: { ip: string | undefined; now: Date },
): Promise<Reservation> {
  const { startDate, endDate, startSlot, endSlot } = terms;
  const price = supplementPrice(reservation, terms);
  if (price.total > LARGEST_PAYMENT) throw new Refusal("too_expensive");
  if (isTooLongToHold(terms)) throw new Refusal("hold_too_long");
  const buyerId = reservation.userId.toString();
  const venueId = reservation.venueId.toString();
  const { accountId } = await requireBookableVenue(venueId, buyerId);
  const guards = guardsOf(buyerId, ip);
  // Its own every time: what was held for the same wish is known by its dates.
  const requestKey = `supplement:${new Types.ObjectId().toString()}`;
  const stay = { startDate, endDate, startSlot, endSlot, period: reservation.period };
  const supplementTo = reservation._id.toString();
  const wanted = {
    ...{ venueId, startDate, endDate, buyerId, guards, stay, requestKey, supplementTo },
    total: price.total,
  };
  const slots = slotsBeyond(reservation, terms, reservation);
  return await takeOrClear({ slots, wanted, now }, (replaced, attempt) => {
    const { preparationBefore, preparationAfter, unitPrice, policy } = reservation;
    const ends = [
      deadlineOf(replaced, now),
      changeDeadline(now, reservation.startDate, startDate),
    ].sort((a, b) => a.getTime() - b.getTime());
    return Promise.resolve({
      ...stay,
      ...(preparationBefore && { preparationBefore }),
      ...(preparationAfter && { preparationAfter }),
      ...price,
      ...{ unitPrice, policy, accountId, venueId: reservation.venueId },
      supplementTo: {
        reservation: reservation._id,
        startDate: reservation.startDate,
        endDate: reservation.endDate,
        startSlot: reservation.startSlot,
        endSlot: reservation.endSlot,
        total: reservation.total,
      },
      _id: new Types.ObjectId(),
      reference: `${reservation.reference}-${newReference().slice(-MARK_LENGTH)}`,
      userId: reservation.userId,
      ownerId: reservation.ownerId,
      venueTitle: reservation.venueTitle,
      venueCity: reservation.venueCity,
      needValidation: venue.needValidation,
      status: "hold",
      holdUntil: ends[0]!,
      unpaidBy: [...guards],
      attempt: 0,
      refunded: 0,
      hiddenByBuyer: false,
      requestKey: `${requestKey}:${attempt}`,
      history: [{ state: "hold", at: now, by: "buyer", why: "Nouvelles dates retenues" }],
      createdAt: now,
    });
  });
}
