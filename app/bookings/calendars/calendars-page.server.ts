import { trusted } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { formatInstant, todayInParis } from "~/platform/days";
import { findOwnVenue } from "~/venues/own-venue.server";
import { formatPeriod, unavailablePeriods, type DaySlot } from "~/rules/calendar";
import { venueName } from "~/rules/venue-name";
import { problemText, readingTexts } from "./calendar-words";
import { feedAddress } from "./feed-address.server";
import { MOST_IMPORTS } from "./forms";
import { heldHere, type HeldSlot } from "./held-here.server";

/** An imported calendar as its owner is shown it. */
export interface ImportedCalendar {
  id: string;
  name: string;
  /** Of its address; the rest of it may be a secret. */
  host: string;
  /** When it was last read: '21/11/2026 à 11 h 05'; null while it never was. */
  syncedAt: string | null;
  /** How many days it closes now, what the last reading that succeeded found, and which days of it others have here now. */
  found: string[];
  /** So many it closes from today on, whole or in part. */
  closedDays: number;
  /** Why the last one failed; null when it did not. */
  problem: string | null;
}

/** What ties a venue to calendars elsewhere. */
export interface CalendarsPage {
  /** `name`: 'Salle des Tilleuls (Rouen)' */
  venue: { id: string; name: string };
  /** Where others read its calendar; null while that is not shared. */
  address: string | null;
  /** Since when, in milliseconds: which one a new one is to replace. */
  addressSince: number | null;
  imports: ImportedCalendar[];
  /** Whether it may import no more. */
  isFull: boolean;
}

/** @throws Refusal("not_found") for a venue that is not this owner's */
export async function calendarsPage(
  ownerId: string,
  venueId: string,
  now: Date,
): Promise<CalendarsPage> {
  const venue = await findOwnVenue(ownerId, venueId);
  const { _id, calendarFeed } = venue;
  const imports = await CalendarImportModel.find({ venue: _id }).lean();
  const held = await heldHere(imports.flatMap(({ heldByOthers = [] }) => heldByOthers));
  const closed = await daysClosed(imports, now);
  const id = _id.toString();
  return {
    venue: { id, name: venueName(venue) },
    address: calendarFeed ? feedAddress(id, calendarFeed.salt) : null,
    addressSince: calendarFeed?.createdAt.getTime() ?? null,
    imports: imports
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((calendar) => toImportedCalendar(calendar, closed, held)),
    isFull: imports.length >= MOST_IMPORTS,
  };
}

/**
 * How many days each of a venue's imports closes from today on, by its id: counted, for a day that comes free may become
 * another one's without a reading.
 */
async function daysClosed(
  imports: readonly CalendarImport[],
  now: Date,
): Promise<Map<string, number>> {
  const blocks = imports.map(({ _id }) => _id.toString());
  if (blocks.length === 0) return new Map();
  // By their index: beside the day, those of all who stay there would be read.
  const slots = await BookedSlotModel.find({ block: trusted({ $in: blocks }) }, "day block").lean();
  const today = todayInParis(now);
  const toCome = slots.filter(({ day }) => day >= today);
  const daysOf = (id: string) => toCome.filter(({ block }) => block === id).map(({ day }) => day);
  return new Map(blocks.map((id) => [id, new Set(daysOf(id)).size]));
}

function toImportedCalendar(
  calendar: CalendarImport,
  closed: ReadonlyMap<string, number>,
  held: readonly HeldSlot[],
): ImportedCalendar {
  const { _id, name, url, syncedAt, problem, heldByOthers = [] } = calendar;
  const closedDays = closed.get(_id.toString()) ?? 0;
  const wanted = new Set(heldByOthers);
  const both = held.filter((slot) => wanted.has(slot._id));
  const named = (slots: readonly DaySlot[]) => unavailablePeriods(slots).map(formatPeriod);
  const texts = {
    reserved: named(both.filter(({ preparation }) => !preparation)),
    prepared: named(both.filter(({ preparation }) => preparation)),
  };
  return {
    id: _id.toString(),
    name,
    host: new URL(url).hostname,
    syncedAt: syncedAt ? formatInstant(syncedAt) : null,
    found: syncedAt ? readingTexts({ ...calendar, closedDays }, texts) : [],
    closedDays,
    problem: problem ? problemText(problem) : null,
  };
}
