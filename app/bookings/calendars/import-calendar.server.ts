import { trusted, Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { freeSlots } from "~/venues/free-slots.server";
import { findOwnVenue } from "~/venues/own-venue.server";
import { calendarUrl, MOST_IMPORTS } from "./forms";

/**
 * Adds a calendar elsewhere to those that close days of this owner's venue. It is due to be read at once.
 *
 * @returns it
 * @throws Refusal("not_found" | "calendar_exists" | "calendars_full")
 */
export async function addCalendar(
  ownerId: string,
  venueId: string,
  { name, url: typed, now }: { name: string; url: string; now: Date },
): Promise<CalendarImport> {
  const url = calendarUrl(typed);
  return await inTransaction(async (transaction) => {
    const { _id: venue, userId } = await findOwnVenue(ownerId, venueId, transaction);
    // Written to, so that of two at once one sees what the other has added, or that the venue is gone.
    await VenueModel.updateOne({ _id: venue }, { $inc: { lock: 1 } }).session(transaction);
    const known = await CalendarImportModel.find({ venue }, "url").session(transaction).lean();
    if (known.some((other) => other.url === url)) {
      throw new Refusal("calendar_exists", { field: "url" });
    }
    if (known.length >= MOST_IMPORTS) throw new Refusal("calendars_full");
    const added: CalendarImport = {
      _id: new Types.ObjectId(),
      venue,
      owner: userId,
      name,
      url,
      dueAt: now,
      turn: 0,
      failures: 0,
      unknownZones: [],
      unread: 0,
      createdAt: now,
    };
    await CalendarImportModel.insertMany([added], { session: transaction });
    return added;
  });
}

/** For so long what is sent again as it was is a second press of the form that added it. */
const PRESSED_MINUTES = 10;

/** @returns the calendar that the same form has added a little while ago; null: it was not that */
export async function justAdded(
  ownerId: string,
  venueId: string,
  { name, url: typed, now }: { name: string; url: string; now: Date },
): Promise<CalendarImport | null> {
  const { _id: venue } = await findOwnVenue(ownerId, venueId);
  const createdAt = trusted({ $gt: addMinutes(now, -PRESSED_MINUTES) });
  return await CalendarImportModel.findOne({
    ...{ venue, url: calendarUrl(typed), name, createdAt },
  }).lean();
}

/**
 * Takes a calendar away from those of this owner's venue; the days that it closed are free again.
 *
 * @returns whether all of them are; else another calendar of theirs closes some from now on. Null: it was taken away before
 * @throws Refusal("not_found")
 */
export async function removeCalendar(
  ownerId: string,
  venueId: string,
  calendarId: string,
): Promise<boolean | null> {
  const found = await findCalendar(ownerId, venueId, calendarId);
  if (!found) return null;
  const { _id, venue } = found;
  const closed = { block: _id.toString() };
  const areFree = await inTransaction(async (transaction) => {
    const count = await BookedSlotModel.countDocuments(closed, { session: transaction });
    await CalendarImportModel.deleteOne({ _id }).session(transaction);
    return (await freeSlots([venue], closed, transaction)) === count;
  });
  await bumpContentVersion({ days: [venue.toString()] });
  return areFree;
}

/** @throws Refusal("not_found") when there is none such at this owner's venue */
export async function findOwnCalendar(
  ownerId: string,
  venueId: string,
  calendarId: string,
): Promise<CalendarImport> {
  const found = await findCalendar(ownerId, venueId, calendarId);
  if (!found) throw new Refusal("not_found");
  return found;
}

/** @returns null where there is none such any more, @throws Refusal("not_found") for what is not this owner's */
async function findCalendar(
  ownerId: string,
  venueId: string,
  calendarId: string,
): Promise<CalendarImport | null> {
  const { _id: venue } = await findOwnVenue(ownerId, venueId);
  const found = await CalendarImportModel.findById(calendarId).lean();
  if (found && !found.venue.equals(venue)) throw new Refusal("not_found");
  return found;
}
