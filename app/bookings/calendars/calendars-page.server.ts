import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { formatInstant } from "~/platform/days";
import { findOwnVenue } from "~/venues/own-venue.server";
import { formatPeriod, unavailablePeriods, type DaySlot } from "~/rules/calendar";
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
  /** What the last reading that succeeded found, and which days of it others have here now. */
  found: string[];
  /** So many it closes, whole or in part. */
  closedDays: number;
  /** Why the last one failed; null when it did not. */
  problem: string | null;
}

/** What ties a venue to calendars elsewhere. */
export interface CalendarsPage {
  venue: { id: string; title: string };
  /** Where others read its calendar; null while that is not shared. */
  address: string | null;
  /** Since when, in milliseconds: which one a new one is to replace. */
  addressSince: number | null;
  imports: ImportedCalendar[];
  /** Whether it may import no more. */
  isFull: boolean;
}

/** @throws Refusal("not_found") for a venue that is not this owner's */
export async function calendarsPage(ownerId: string, venueId: string): Promise<CalendarsPage> {
  const { _id, title, calendarFeed } = await findOwnVenue(ownerId, venueId);
  const imports = await CalendarImportModel.find({ venue: _id }).lean();
  const held = await heldHere(imports.flatMap(({ heldByOthers = [] }) => heldByOthers));
  const id = _id.toString();
  return {
    venue: { id, title },
    address: calendarFeed ? feedAddress(id, calendarFeed.salt) : null,
    addressSince: calendarFeed?.createdAt.getTime() ?? null,
    imports: imports
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((calendar) => toImportedCalendar(calendar, held)),
    isFull: imports.length >= MOST_IMPORTS,
  };
}

function toImportedCalendar(calendar: CalendarImport, held: readonly HeldSlot[]): ImportedCalendar {
  const { _id, name, url, syncedAt, closedDays, problem, heldByOthers = [] } = calendar;
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
    found: syncedAt ? readingTexts(calendar, texts) : [],
    closedDays,
    problem: problem ? problemText(problem) : null,
  };
}
