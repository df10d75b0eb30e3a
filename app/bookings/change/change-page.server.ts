import type { Slot } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { zoneOf } from "~/platform/zones";
import {
  asRented,
  dayLimits,
  formatPeriod,
  isSameStay,
  overlaps,
  periodOf,
  unavailablePeriods,
  type DaySlot,
  type RawStayRequest,
} from "~/rules/calendar";
import { datesTexts, slotsWith, type NewTerms } from "~/rules/change-of-dates";
import { deadlineText } from "~/rules/paris-time";
import { ruleTerms } from "~/rules/time-rule-words";
import { NO_RULES } from "~/rules/time-rules";
import { breakdownLines, type BreakdownLine } from "~/rules/price";
import { chosenOf, typed } from "../reserve/booking-page.server";
import { takenSlots } from "../reserve/take-days.server";
import { unpaidAmong } from "../reserve/unpaid-supplements.server";
import { viewOf, type ReservationView } from "../record/reservation-view.server";
import { findChangeable, termsFor, type Changeable } from "./change-dates.server";

/** The page on which a buyer chooses other dates and sees what they come to. Amounts are cents. */
export interface ChangePage {
  request: ReservationView;
  earliest: Day;
  latest: Day;
  /** As it goes back into the fields; at first the reservation's own. */
  chosen: { start: string; end: string; startSlot: Slot; endSlot: Slot };
  /** The venue's rules of time, a sentence each. */
  ruleTerms: string[];
  /** What others have, in French. */
  unavailable: string[];
  /** What the chosen dates come to; null while there are none, or they cannot be had. */
  offer: {
    /** As the form that confirms sends them. */
    stay: { start: Day; end: Day; startSlot: Slot; endSlot: Slot };
    periodText: string;
    lines: BreakdownLine[];
    total: number;
    /** What comes back; negative where it is to be paid. */
    less: number;
    /** Until when they are held to be paid, where the owner has said yes to them. */
    agreedUntil: string | null;
  } | null;
  /** The owner has to say yes. */
  needsYes: boolean;
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
  const found = await findChangeable(reservationId, buyerId, now);
  const { reservation, supplements, venue } = found;
  const { preparationBefore, preparationAfter } = reservation;
  const venueId = reservation.venueId.toString();
  const zone = zoneOf(venue.postalCode);
  const held = unpaidAmong(supplements, reservation, now);
  const stays = held ? [reservation, held] : [reservation];
  const own = new Set(stays.flatMap((stay) => slotsWith(reservation, stay)).map(({ _id }) => _id));
  // What is too near to others, not to the dates that it would leave.
  const others = await takenSlots(venueId, {
    ...{ now, rules: { ...NO_RULES, preparationBefore, preparationAfter }, except: own },
  });
  const isChosen = Boolean(raw.startDate) || Boolean(raw.endDate);
  const { terms, problem } = isChosen
    ? chosenTerms(found, raw, { others, now })
    : { terms: null, problem: null };
  const isAgreed = terms && held?.supplementTo?.agreed && isSameStay(held, terms);
  return {
    request: viewOf(reservation, now, zone),
    ...dayLimits(now, venue),
    chosen: isChosen ? typed(raw) : chosenOf(reservation),
    // What prepares a reservation stays as it was made with.
    ruleTerms: ruleTerms({ ...venue, preparationBefore, preparationAfter }),
    unavailable: unavailablePeriods(asRented(others, { time: reservation.period })).map(
      formatPeriod,
    ),
    offer: terms && {
      stay: chosenOf(terms),
      periodText: datesTexts(reservation, terms).to,
      lines: breakdownLines({ ...reservation, ...terms }),
      total: terms.total,
      less: reservation.total - terms.total,
      agreedUntil: isAgreed ? deadlineText(held.holdUntil!, zone) : null,
    },
    needsYes: venue.needValidation,
    problem,
  };
}

function chosenTerms(
  found: Changeable,
  raw: RawStayRequest,
  { others, now }: { others: readonly DaySlot[]; now: Date },
): { terms: NewTerms | null; problem: string | null } {
  try {
    const { reservation } = found;
    const terms = termsFor(found, raw, now);
    // Of the stay alone: the half days beside others' are there to prepare it in.
    const stay = { ...terms, period: reservation.period };
    if (unavailablePeriods(others).some((period) => overlaps(period, periodOf(stay)))) {
      throw new Refusal("days_taken");
    }
    return { terms, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { terms: null, problem: error.message };
  }
}
