import { ReservationModel } from "@models/reservation";
import { todayInParis } from "~/platform/days";
import { isSameStay, validateRequest, type RawStayRequest } from "~/rules/calendar";
import { isWaiting, wasChangedLastBy } from "~/rules/change-of-dates";
import { NO_RULES } from "~/rules/time-rules";
import type { ChangeMade } from "./change-dates.server";

/**
 * What was made of a wish that its form sends a second time: those very dates were changed to last, or wait for the owner's
 * yes. Null where nothing was. Of dearer dates the hold is found again by itself.
 */
export async function madeBefore(request: {
  reservationId: string;
  buyerId: string;
  raw: RawStayRequest;
  now: Date;
}): Promise<ChangeMade | null> {
  const { reservationId, buyerId, raw, now } = request;
  const reservation = await ReservationModel.findById(reservationId).lean();
  if (reservation?.userId.toString() !== buyerId) return null;
  const { status, change, period } = reservation;
  const checked = validateRequest(raw, { period, today: todayInParis(now), rules: NO_RULES });
  if (status !== "confirmed" || !checked.ok) return null;
  if (change) {
    const isAsked = isWaiting(reservation, now) && isSameStay(change, checked.stay);
    return isAsked ? { kind: "asked", reservation } : null;
  }
  const isMade = wasChangedLastBy(reservation, "buyer") && isSameStay(reservation, checked.stay);
  return isMade ? { kind: "changed", reservation } : null;
}
