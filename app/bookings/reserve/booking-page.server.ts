import type { Slot } from "@models/enumerations";
import { todayInParis, type Day } from "~/platform/days";
import { refusalMessage } from "~/platform/web/refusal";
import { venueAmongOthers, type SimilarVenue, type VenuePage } from "~/venues/venue-page.server";
import { availability, type Availability } from "../rules/availability";
import {
  dayLimits,
  formatPeriod,
  overlaps,
  periodOf,
  unavailablePeriods,
  unitsOf,
  validateRequest,
  type RawStayRequest,
  type SlotPeriod,
  type Stay,
  type StayCheck,
} from "../rules/calendar";
import { isTooLongToHold } from "../rules/hold-limits";
import { describePolicy, summarizePolicy } from "../rules/policy";
import { breakdownLines, quote, type BreakdownLine } from "../rules/price";
import { takenSlots } from "./take-days.server";

export interface BookingPage {
  venue: VenuePage;
  /** Venues like it, near it. */
  similar: SimilarVenue[];
  earliest: Day;
  latest: Day;
  /** What was chosen, as it goes back into the fields. */
  chosen: { start: string; end: string; startSlot: Slot; endSlot: Slot };
  /** Taken periods in order, and in French. */
  taken: SlotPeriod[];
  unavailable: string[];
  /** What is free when; null while the venue cannot be reserved. */
  calendar: Availability | null;
  /** The day it is in Paris. */
  today: Day;
  /** The price of the days chosen; null while there are none, or they cannot be had. */
  offer: { lines: BreakdownLine[]; total: number } | null;
  /** Why the days chosen cannot be had. */
  problem: string | null;
  /** The cancellation policy, with its dates once days are chosen. */
  policyText: string;
}

/**
 * The page of a venue with what its days cost: three queries.
 *
 * @param raw the days in the query string, as they came.
 * @param from the day to show the calendar from, as it came; null for the days chosen, or the first free.
 * @throws Refusal("not_found") as `venuePage` does.
 */
export async function bookingPage(
  venueId: string,
  {
    viewerId,
    raw,
    from = null,
    now,
  }: { viewerId: string | null; raw: RawStayRequest; from?: string | null; now: Date },
): Promise<BookingPage> {
  const { venue, similar } = await venueAmongOthers(venueId, viewerId);
  const today = todayInParis(now);
  const limits = dayLimits(now);
  const slots = await takenSlots(venueId, now);
  const taken = unavailablePeriods(slots);
  const nothingChosen = !raw.startDate && !raw.endDate;
  const check = nothingChosen ? null : validateRequest(raw, { period: venue.time, today });
  const stay = check?.ok ? check.stay : null;
  const clashes = stay !== null && taken.some((period) => overlaps(period, periodOf(stay)));
  const calendar = () =>
    availability({
      taken: slots,
      period: venue.time,
      limits,
      stay: clashes ? null : stay,
      // Days that are taken: what is free from there on.
      from: from ?? (clashes ? stay.startDate : null),
    });
  return {
    venue,
    similar,
    ...limits,
    chosen: stay ? chosenOf(stay) : typed(raw),
    taken,
    unavailable: taken.map(formatPeriod),
    calendar: venue.isOpen ? calendar() : null,
    today,
    offer: stay && !clashes ? offerOf(stay, venue.price) : null,
    problem: problemOf(check, clashes),
    policyText: stay
      ? describePolicy(venue.cancellationPolicy, stay.startDate, today)
      : summarizePolicy(venue.cancellationPolicy),
  };
}

function problemOf(check: StayCheck | null, clashes: boolean): string | null {
  if (clashes) return refusalMessage("days_taken");
  if (check?.ok === false) return refusalMessage(check.code);
  return check && isTooLongToHold(check.stay) ? refusalMessage("hold_too_long") : null;
}

function offerOf(stay: Stay, unitPrice: number) {
  const price = quote({ period: stay.period, unitPrice, units: unitsOf(stay) });
  return { lines: breakdownLines(price), total: price.total };
}

/** Days as they stand in the fields. */
export function chosenOf({
  startDate,
  endDate,
  startSlot,
  endSlot,
}: Omit<Stay, "period">): BookingPage["chosen"] {
  return { start: startDate, end: endDate, startSlot, endSlot };
}

/** Fields keep what cannot be had, so that it can be corrected; a date field shows only real dates. */
export function typed(raw: RawStayRequest): BookingPage["chosen"] {
  return {
    start: raw.startDate ?? "",
    end: raw.endDate ?? "",
    startSlot: raw.startSlot === "PM" ? "PM" : "AM",
    endSlot: raw.endSlot === "AM" ? "AM" : "PM",
  };
}
