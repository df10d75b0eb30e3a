import type { Slot } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { todayInParis, type Day } from "~/platform/days";
import { refusalMessage } from "~/platform/refusal";
import type { AskedDays } from "~/venues/search-engine";
import { venueAmongOthers, type SimilarVenue, type VenuePage } from "~/venues/venue-page.server";
import { availability, type Availability, type OccupiedSlot } from "~/rules/availability";
import {
  asRented,
  dayLimits,
  formatPeriod,
  overlaps,
  periodOf,
  unavailablePeriods,
  unitsOf,
  validateRequest,
  type DayRange,
  type RawStayRequest,
  type SlotPeriod,
  type Stay,
  type StayCheck,
} from "~/rules/calendar";
import { slotsOfHolds } from "~/rules/change-of-dates";
import { isTooLongToHold } from "~/rules/hold-limits";
import { describePolicy, summarizePolicy } from "~/rules/policy";
import { breakdownLines, quote, type BreakdownLine } from "~/rules/price";
import {
  isTimeRefusal,
  NO_RULES,
  timeRulesOf,
  type TimeRules,
  type VenueTime,
} from "~/rules/time-rules";
import { limitOf, ruleSentences, ruleTerms } from "~/rules/time-rule-words";
import { takenSlots } from "./take-days.server";

/** Half days that cannot be had; without a reason they are taken. */
export interface TakenPeriod extends SlotPeriod {
  reason?: string;
}

export interface BookingPage {
  venue: VenuePage;
  /** Venues like it, near it, with what is found there for the days asked for. */
  similar: SimilarVenue[];
  /** The days asked for, as far as any venue could have them: those that cannot be had here may be free elsewhere. */
  asked: DayRange | null;
  earliest: Day;
  latest: Day;
  /** What was chosen, as it goes back into the fields. */
  chosen: { start: string; end: string; startSlot: Slot; endSlot: Slot };
  /** The periods that cannot be had, and all of them in order, in French. */
  taken: TakenPeriod[];
  unavailable: string[];
  /** The venue's rules of time, with what each says against days that break it. */
  rules: TimeRules & { says: ReturnType<typeof ruleSentences> };
  /** The rules as booking terms, a sentence each. */
  ruleTerms: string[];
  /** What is free when; null while the venue cannot be reserved. */
  calendar: Availability | null;
  /** The day it is in Paris. */
  today: Day;
  /** The price of the days chosen; null while there are none, or they or the venue cannot be had. */
  offer: { lines: BreakdownLine[]; total: number } | null;
  /** Why the days chosen cannot be had. */
  problem: string | null;
  /** Others have them: they can be waited for. */
  isTaken: boolean;
  /** The cancellation policy, with its dates once days are chosen. */
  policyText: string;
}

const CLOSED = "fermé";
const PREPARATION = "fermé pour préparation";

/**
 * The page of a venue with what its days cost: three queries.
 *
 * @param raw the days in the query string, as they came.
 * @param from the day to show the calendar from, as it came; null for the days chosen, or the first free.
 * @param holds what the viewer has held there and not paid: other days take its place, so that it is in nobody's way.
 * @throws Refusal("not_found") as `venuePage` does.
 */
export async function bookingPage(
  venueId: string,
  {
    viewerId,
    raw,
    from = null,
    holds = [],
    now,
  }: {
    viewerId: string | null;
    raw: RawStayRequest;
    from?: string | null;
    holds?: readonly Reservation[];
    now: Date;
  },
): Promise<BookingPage> {
  const today = todayInParis(now);
  const asked = askedDays(raw, today);
  const { venue, similar } = await venueAmongOthers(venueId, { viewerId, days: asked });
  const rules = timeRulesOf(venue);
  const limits = dayLimits(now, rules);
  const slots = await takenSlots(venueId, { now, rules, except: slotsOfHolds(holds) });
  const taken = takenPeriods(slots);
  // Also with empty fields, as the button that works a price out sends them.
  const asksForDays = venue.isOpen && (raw.startDate ?? raw.endDate ?? null) !== null;
  const terms = { period: venue.time, today, rules };
  const check = asksForDays ? validateRequest(raw, terms) : null;
  const stay = check?.ok ? check.stay : null;
  const clashes = stay !== null && taken.some((period) => overlaps(period, periodOf(stay)));
  const problem = problemOf(check, clashes, venue);
  const calendar = () =>
    availability({
      taken: slots,
      period: venue.time,
      rules,
      limits,
      stay: clashes ? null : stay,
      // Days that are taken: what is free from there on.
      from: from ?? (clashes ? stay.startDate : null),
    });
  return {
    venue,
    similar,
    asked,
    ...limits,
    chosen: stay ? chosenOf(stay) : typed(raw),
    taken,
    unavailable: unavailablePeriods(asRented(slots, venue)).map(formatPeriod),
    rules: { ...rules, says: ruleSentences(venue) },
    ruleTerms: ruleTerms(venue),
    calendar: venue.isOpen ? calendar() : null,
    today,
    offer: stay && problem === null ? offerOf(stay, venue.price) : null,
    problem,
    isTaken: clashes && !isTooLongToHold(stay),
    policyText: stay
      ? describePolicy(venue.cancellationPolicy, stay.startDate, today)
      : summarizePolicy(venue.cancellationPolicy),
  };
}

/**
 * The days of a request as far as any venue could have them, whole where its half days cannot be had; null when it asks
 * for none, or for more than anybody may hold.
 */
function askedDays(raw: RawStayRequest, today: Day): AskedDays | null {
  const terms = { today, rules: NO_RULES };
  const halves = validateRequest(raw, { ...terms, period: "Half" });
  const check = halves.ok ? halves : validateRequest(raw, { ...terms, period: "Day" });
  if (!check.ok || isTooLongToHold(check.stay)) return null;
  const { startDate, endDate, startSlot, endSlot } = check.stay;
  return { startDate, endDate, startSlot, endSlot, today };
}

/** What the owner closed, and what is kept free for preparation, apart from what is taken. */
function takenPeriods(slots: readonly OccupiedSlot[]): TakenPeriod[] {
  const those = (reason: string | undefined) =>
    unavailablePeriods(slots.filter((slot) => reasonOf(slot) === reason)).map((period) =>
      reason === undefined ? period : { ...period, reason },
    );
  return [undefined, CLOSED, PREPARATION].flatMap(those);
}

function reasonOf({ isClosed, isPreparation }: OccupiedSlot): string | undefined {
  if (isPreparation) return PREPARATION;
  return isClosed ? CLOSED : undefined;
}

function problemOf(check: StayCheck | null, clashes: boolean, venue: VenueTime): string | null {
  if (check?.ok && isTooLongToHold(check.stay)) return refusalMessage("hold_too_long");
  if (clashes) return refusalMessage("days_taken");
  if (check?.ok === false) {
    const { code } = check;
    return refusalMessage(code, isTimeRefusal(code) ? limitOf(code, venue) : undefined);
  }
  return null;
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
