/** What dearer dates cost more: a hold of their half days beside the old ones, until it is paid. */
import { Types } from "mongoose";
import type { Reservation } from "@models/reservation";
import { requireBookableVenue } from "~/venues/bookable-venue.server";
import { changeDeadline, dearerBy, slotsBeyond, type NewTerms } from "~/rules/change-of-dates";
import { deadlineOf } from "~/rules/hold-limits";
import { takeOrClear } from "../reserve/reserve.server";
import { guardsOf } from "../reserve/unpaid-holds.server";
import { newSupplement } from "./supplement-record.server";

/**
 * Holds the half days that a reservation lacks for dearer dates, for the time that it takes to pay the
 * difference; within the bounds of unpaid holds, and no longer than until the first day of either dates. The
 * reservation stays as it is. The same wish again finds the same hold.
 *
 * @returns the record of the supplement, in `hold`: it is paid as any other
 * @throws Refusal as `requireBookableVenue` and `takeOrClear`
 */
export async function holdSupplement(
  { reservation, terms }: { reservation: Reservation; terms: NewTerms },
  { ip, now }: { ip: string | undefined; now: Date },
): Promise<Reservation> {
  const { startDate, endDate, startSlot, endSlot } = terms;
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
    total: dearerBy(reservation, terms),
  };
  const slots = slotsBeyond(reservation, terms, reservation);
  return await takeOrClear({ slots, wanted, now }, (replaced, attempt) => {
    const latest = changeDeadline(now, reservation.startDate, startDate);
    // What an owner said yes to was held for a day of its own, which says nothing of this time.
    const unpaid = replaced.filter(({ supplementTo }) => !supplementTo?.agreed);
    const inTime = deadlineOf(unpaid, now);
    return Promise.resolve({
      ...newSupplement({
        ...{ reservation, terms, accountId, now, why: "Nouvelles dates retenues" },
        holdUntil: inTime < latest ? inTime : latest,
        requestKey: `${requestKey}:${attempt}`,
      }),
      unpaidBy: [...guards],
    });
  });
}
