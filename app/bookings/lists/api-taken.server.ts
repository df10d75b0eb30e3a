import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import { asRented, unavailablePeriods } from "~/rules/calendar";
import { slotsOfHolds } from "~/rules/change-of-dates";
import { timeRulesOf } from "~/rules/time-rules";
import { apiVenue, ownedVenueShape } from "~/venues/api-venues.server";
import { takenSlots } from "../reserve/take-days.server";
import { ownAt } from "./own-at.server";

const periodShape = z.object({
  startDate: z.string().date(),
  endDate: z.string().date(),
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
});

/** A venue as visitors see it, with when it cannot be had: by whom or why is nobody's business. */
export const takenVenueShape = ownedVenueShape.extend({ taken: z.array(periodShape) });

/**
 * A venue with the periods that its page's calendar shows as taken, of the days that may be reserved, in order:
 * not what the viewer holds there and has not paid.
 *
 * @throws Refusal("not_found") as the venue's page does
 */
export async function apiTakenVenue(
  venueId: string,
  viewerId: string | null,
  now: Date,
): Promise<z.infer<typeof takenVenueShape>> {
  const venue = await apiVenue(venueId, viewerId);
  const holds = viewerId ? (await ownAt(venueId, viewerId, now)).holds : [];
  const except = slotsOfHolds(holds);
  const slots = await takenSlots(venueId, { now, rules: timeRulesOf(venue), except });
  const taken = unavailablePeriods(asRented(slots, venue)).map(({ start, end }) => ({
    ...{ startDate: start.day, endDate: end.day, startSlot: start.slot, endSlot: end.slot },
  }));
  return { ...venue, taken };
}
