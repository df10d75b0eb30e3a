import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { inTime } from "~/platform/concurrency/in-time";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import type { Toast } from "~/platform/web/toast";
import { problemText } from "./calendar-words";
import { addCalendar, findOwnCalendar, justAdded } from "./import-calendar.server";
import { syncCalendar } from "./sync-calendar.server";

/** How long a press waits for a calendar; the reading goes on. */
const PATIENCE_MS = 6_000;

/**
 * Adds a calendar and reads it. Who presses twice is told the second time how it stands; who cannot be told of the reading,
 * that it is added all the same.
 *
 * @returns what became of it, to be told
 * @throws those of `addCalendar`
 */
export async function addAndSync(
  ownerId: string,
  venueId: string,
  added: { name: string; url: string; now: Date },
): Promise<Toast> {
  const calendar = await addOnce(ownerId, venueId, added);
  if ("pressed" in calendar) return outcome(calendar.pressed);
  try {
    return await told(calendar, added.now);
  } catch {
    return {
      type: "blank",
      message: `${quoted(calendar)} est ajouté, sa lecture sera réessayée.`,
    };
  }
}

/** @returns the calendar, or the one that an earlier press of the same form has added */
async function addOnce(
  ownerId: string,
  venueId: string,
  added: { name: string; url: string; now: Date },
): Promise<CalendarImport | { pressed: CalendarImport }> {
  try {
    return await addCalendar(ownerId, venueId, added);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "calendar_exists") throw error;
    const pressed = await justAdded(ownerId, venueId, added);
    if (!pressed) throw error;
    return { pressed };
  }
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
  const sync = syncCalendar(calendar, now);
  sync.catch((error: unknown) => logger.error({ err: error }, "calendar not synchronised"));
  if (!(await inTime(sync, PATIENCE_MS, () => false))) {
    return outcome({ name: calendar.name });
  }
  const after = await CalendarImportModel.findById(calendar._id, "problem").lean();
  return outcome({ name: calendar.name, syncedAt: now, problem: after?.problem });
}

function outcome({
  syncedAt,
  problem,
  ...calendar
}: Pick<CalendarImport, "name" | "syncedAt" | "problem">): Toast {
  const name = quoted(calendar);
  if (problem) return { type: "error", message: `${name}\u00a0: ${problemText(problem)}` };
  return syncedAt
    ? { type: "success", message: `${name} est synchronisé.` }
    : { type: "blank", message: `${name} est en cours de lecture.` };
}

function quoted({ name }: Pick<CalendarImport, "name">): string {
  return `«\u00a0${name}\u00a0»`;
}
