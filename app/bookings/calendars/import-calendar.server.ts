import { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
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
      closedDays: 0,
      conflicts: 0,
      unknownZones: [],
      unread: 0,
      createdAt: now,
    };
    await CalendarImportModel.insertMany([added], { session: transaction });
    return added;
  });
}

/**
 * Takes a calendar away from those of this owner's venue; the days that it closed are free again.
 *
 * @returns whether all of them are; else another calendar of theirs closes some from now on
 * @throws Refusal("not_found")
 */
export async function removeCalendar(
  ownerId: string,
  venueId: string,
  calendarId: string,
): Promise<boolean> {
  const { _id, venue } = await findOwnCalendar(ownerId, venueId, calendarId);
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
  const { _id: venue } = await findOwnVenue(ownerId, venueId);
  const found = await CalendarImportModel.findById(calendarId).lean();
  if (!found?.venue.equals(venue)) throw new Refusal("not_found");
  return found;
}
