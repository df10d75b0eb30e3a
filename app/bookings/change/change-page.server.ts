import type { Reservation } from "@models/reservation";
import type { Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { Refusal } from "~/platform/web/refusal";
import { chosenOf, typed } from "../reserve/booking-page.server";
import { takenSlots } from "../reserve/take-days.server";
import { viewOf, type ReservationView } from "../reservation-view.server";
import {
  dayLimits,
  formatPeriod,
  slotId,
  slotsOf,
  unavailablePeriods,
  type DaySlot,
  type RawStayRequest,
} from "../rules/calendar";
import { slotsBeyond, type NewTerms } from "../rules/change-of-dates";
import { breakdownLines, type BreakdownLine } from "../rules/price";
import { datesTexts } from "../end-change.server";
import { findChangeable, termsFor } from "./change-dates.server";

/** The page on which a buyer chooses other dates and sees what they come to. Amounts are cents. */
export interface ChangePage {
  request: ReservationView;
  earliest: Day;
  latest: Day;
  /** As it goes back into the fields; at first the reservation's own. */
  chosen: { start: string; end: string; startSlot: Slot; endSlot: Slot };
  /** What others have, in French. */
  unavailable: string[];
  /** What the chosen dates come to; null while there are none, or they cannot be had. */
  offer: {
    /** As the form that confirms sends them. */
    stay: { start: Day; end: Day; startSlot: Slot; endSlot: Slot };
    periodText: string;
    lines: BreakdownLine[];
    total: number;
    /** What comes back. */
    less: number;
    needsYes: boolean;
  } | null;
  /** Why the dates chosen cannot be had. */
  problem: string | null;
}

/**
 * @param raw the days in the query string, as they came
 * @throws Refusal as `findChangeable`
 */
export async function changePage(
  reservationId: string,
  { buyerId, raw, now }: { buyerId: string; raw: RawStayRequest; now: Date },
): Promise<ChangePage> {
  const { reservation, needsYes } = await findChangeable(reservationId, buyerId, now);
  const idOf = (slot: DaySlot) => slotId(reservation.venueId.toString(), slot);
  const own = new Set(slotsOf(reservation).map(idOf));
  const slots = await takenSlots(reservation.venueId.toString(), now);
  const others = slots.filter((slot) => !own.has(idOf(slot)));
  const isChosen = Boolean(raw.startDate) || Boolean(raw.endDate);
  const { terms, problem } = isChosen
    ? chosenTerms(reservation, raw, { taken: new Set(others.map(idOf)), now })
    : { terms: null, problem: null };
  return {
    request: viewOf(reservation, now),
    ...dayLimits(now),
    chosen: isChosen ? typed(raw) : chosenOf(reservation),
    unavailable: unavailablePeriods(others).map(formatPeriod),
    offer: terms && {
      stay: chosenOf(terms),
      periodText: datesTexts(reservation, terms).to,
      lines: breakdownLines({ ...reservation, ...terms }),
      total: terms.total,
      less: reservation.total - terms.total,
      needsYes,
    },
    problem,
  };
}

function chosenTerms(
  reservation: Reservation,
  raw: RawStayRequest,
  { taken, now }: { taken: ReadonlySet<string>; now: Date },
): { terms: NewTerms | null; problem: string | null } {
  try {
    const terms = termsFor(reservation, raw, now);
    if (slotsBeyond(reservation, terms, reservation).some(({ _id }) => taken.has(_id))) {
      throw new Refusal("days_taken");
    }
    return { terms, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { terms: null, problem: error.message };
  }
}
