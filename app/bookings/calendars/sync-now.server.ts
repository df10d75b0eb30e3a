import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { inTime } from "~/platform/concurrency/in-time";
import { logger } from "~/platform/log.server";
import type { Toast } from "~/platform/web/toast";
import { problemText } from "./calendar-words";
import { addCalendar, findOwnCalendar } from "./import-calendar.server";
import { syncCalendar } from "./sync-calendar.server";

/** How long a press waits for a calendar; the reading goes on. */
const PATIENCE_MS = 6_000;

/**
 * Adds a calendar and reads it.
 *
 * @returns what became of it, to be told
 * @throws those of `addCalendar`
 */
export async function addAndSync(
  ownerId: string,
  venueId: string,
  added: { name: string; url: string; now: Date },
): Promise<Toast> {
  return await told(await addCalendar(ownerId, venueId, added), added.now);
}

/**
 * Reads one of the calendars of this owner's venue at once.
 *
 * @returns what became of it, to be told
 * @throws Refusal("not_found")
 */
export async function syncNow(
  ownerId: string,
  venueId: string,
  calendarId: string,
  now: Date,
): Promise<Toast> {
  return await told(await findOwnCalendar(ownerId, venueId, calendarId), now);
}

async function told(calendar: CalendarImport, now: Date): Promise<Toast> {
  const name = `«\u00a0${calendar.name}\u00a0»`;
  const sync = syncCalendar(calendar, now);
  sync.catch((error: unknown) => logger.error({ err: error }, "calendar not synchronised"));
  if (!(await inTime(sync, PATIENCE_MS, () => false))) {
    return { type: "blank", message: `${name} est en cours de lecture.` };
  }
  const after = await CalendarImportModel.findById(calendar._id, "problem").lean();
  return after?.problem
    ? { type: "error", message: `${name}\u00a0: ${problemText(after.problem)}` }
    : { type: "success", message: `${name} est synchronisé.` };
}
