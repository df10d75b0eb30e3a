import { Types } from "mongoose";
import type { BookedSlot } from "@models/booked-slot";
import type { CalendarImport } from "@models/calendar-import";
import { slotId, slotsOf } from "~/rules/calendar";
import { DAY_MINUTES, addDays, addMinutes, todayInParis } from "~/platform/days";
import type { DemoVenue } from "./venues";

/** The days that the calendar which was read closes: from how many days ahead, and how many. */
const EVENT = { from: 84, count: 2 } as const;

export interface DemoCalendars {
  imports: CalendarImport[];
  slots: BookedSlot[];
}

/**
 * What ties the first venue to calendars elsewhere: it imports one that was read and one that could not be.
 * Neither is ever due, so that the demo asks nobody.
 */
export function makeCalendars(
  venues: readonly DemoVenue[],
  taken: readonly BookedSlot[],
  now: Date,
): DemoCalendars {
  const venue = venues[0]?.venue;
  if (!venue) return { imports: [], slots: [] };
  const common = {
    venue: venue._id,
    owner: venue.userId,
    turn: 1,
    failures: 0,
    unknownZones: [],
    unread: 0,
    createdAt: addMinutes(now, -3 * DAY_MINUTES),
  };
  const read: CalendarImport = {
    ...common,
    _id: idOf(venue._id, "a"),
    name: "Agenda de l’association",
    url: "https://agenda.exemple.fr/association/prive-2f9c.ics",
    syncedAt: addMinutes(now, -25),
  };
  const failed: CalendarImport = {
    ...common,
    _id: idOf(venue._id, "b"),
    name: "Agenda du traiteur",
    url: "https://traiteur.exemple.fr/agenda.ics",
    failures: 4,
    problem: "bad_status",
  };
  const startDate = addDays(todayInParis(now), EVENT.from);
  const endDate = addDays(startDate, EVENT.count - 1);
  const ids = new Set(taken.map(({ _id }) => _id));
  const slots = slotsOf({ startDate, endDate, period: "Day" })
    .map((slot) => ({
      _id: slotId(venue._id.toString(), slot),
      venue: venue._id,
      ...slot,
      block: read._id.toString(),
    }))
    .filter(({ _id }) => !ids.has(_id));
  return { imports: [read, failed], slots };
}

/** The same on each day: the venue's own, but for its last digit. */
function idOf(venue: Types.ObjectId, digit: string): Types.ObjectId {
  return new Types.ObjectId(venue.toString().slice(0, -1) + digit);
}
