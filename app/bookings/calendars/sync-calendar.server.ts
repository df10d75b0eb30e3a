import { trusted, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { createLimiter } from "~/platform/concurrency/limiter";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { isAway, isDuplicateKey } from "~/platform/database-errors.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { FetchFailure, fetchPublicBody } from "~/platform/fetch-public.server";
import { zoneOf } from "~/platform/zones";
import { freeSlots } from "~/venues/free-slots.server";
import { asRented, latestDay, slotId } from "~/rules/calendar";
import { isClosedDay } from "~/rules/time-rules";
import { queueFailingMail } from "./failing-mail.server";
import { readInThread } from "./calendar-reader.server";
import type { CalendarFailure, CalendarOutcome } from "./calendar-task";
import { ownUids } from "~/rules/ical-event";
import type { CalendarReading } from "./read-calendar";

const EVERY_MINUTES = 60;
/** One that fails is asked for half as often each time, down to once a day. */
const LONGEST_WAIT_MINUTES = 24 * 60;
/** So long a calendar is left to the process that reads it: more than a reading takes that waits behind others. */
const LEASE_MINUTES = 5;
/** Taken by one turn of the job; the next one, which is asked for at once, takes the rest. */
const MOST_AT_A_TURN = 100;
/**
 * Asked for at once: a slow server keeps no other calendar from its hour. Each is 5 MB of bytes at most, which wait for a thread
 * outside of V8's heap: sixteen as texts, 10 MB each with a single ’ in them, would end the process.
 */
const ASKED_AT_ONCE = 16;
/** Of those, read at once: each is a thread with its memory. */
const READ_AT_ONCE = 2;
const MOST_WAITING = 20;
/**
 * How far beyond the last day that can be reserved a calendar is read: that day moves at midnight, by four days at the end of
 * some months, a calendar that fails is not read for a day, and what is reserved last needs days after it to prepare.
 */
const DAYS_AHEAD = 40;
/** Tries to write beside people who reserve the same days. */
const TRIES = 3;

const FETCH = {
  accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
  // Airbnb and Outlook refuse whoever looks like no browser. No name of ours: not every letter may stand in a header.
  userAgent: `Mozilla/5.0 (compatible; +${env.APP_URL}) Chrome/139`,
  timeoutMs: 10_000,
  maxBytes: 5 * 1024 * 1024,
  maxRedirects: 3,
  exemptHosts: env.CALENDAR_TEST_HOSTS,
} as const;

/** What a reading needs to know of a calendar. */
const WHAT_TO_READ = {
  ...{ url: 1, venue: 1, owner: 1, name: 1 },
  ...{ turn: 1, failures: 1, syncedAt: 1 },
} as const;
type CalendarToRead = Pick<CalendarImport, "_id" | keyof typeof WHAT_TO_READ>;

const fewAtOnce = createLimiter(ASKED_AT_ONCE, MOST_WAITING);
/** As many may wait for a thread as are asked for. */
const inThreads = createLimiter(READ_AT_ONCE, ASKED_AT_ONCE);

/**
 * Reads the calendars that are due: each an hour after it was last read, by one of the workers; soon, where a process has
 * ended while it read.
 *
 * @param most how many at a turn; what is left has one of its own at once
 */
export async function syncDueCalendars(now: Date, most = MOST_AT_A_TURN): Promise<void> {
  // Not what they found: of so many at once, that is the memory of the whole process.
  const due = await CalendarImportModel.find({ dueAt: trusted({ $lte: now }) }, WHAT_TO_READ)
    .sort({ dueAt: 1 })
    .limit(most)
    .lean();
  const sync = async (calendar: CalendarToRead) => void (await syncCalendar(calendar, now));
  await pMapLogged(due, sync, {
    concurrency: ASKED_AT_ONCE,
    failure: "calendar not synchronised",
  });
  // Those that are left are not to wait for the timetable: an hour is what their owners are told.
  if (due.length === most) await enqueue("sync-calendars");
}

/**
 * Reads a calendar elsewhere and makes the days that it closes those of its events; when it cannot be read,
 * they stay as they are and its owner is told why. Of two readings at once the later one counts.
 *
 * @returns false when it was not read now: somebody else does, or too many are being read
 */
export async function syncCalendar(calendar: CalendarToRead, now: Date): Promise<boolean> {
  const turn = await claim(calendar);
  if (turn === null) return false;
  try {
    return await readOnce({ calendar, turn, now });
  } catch (error) {
    // What nobody expected would fail again as soon as it is left to another process; its owner is told once it lasts.
    if (!isAway(error)) await writeFailure({ calendar, turn, now }, { problem: "unreadable" });
    throw error;
  }
}

async function readOnce(sync: Sync): Promise<boolean> {
  const { calendar, turn, now } = sync;
  const outcome = await fewAtOnce(() => outcomeFor(calendar, now));
  const { _id } = calendar;
  if (outcome === null) {
    await CalendarImportModel.updateOne({ _id, turn }, { $set: { dueAt: now } });
  } else if ("problem" in outcome) {
    await writeFailure(sync, outcome);
  } else {
    // In turn: several of one venue may want the same days at once.
    const venue = `calendars:${calendar.venue.toString()}`;
    await withMutex([venue], () => writeReading(sync, outcome.reading));
  }
  return outcome !== null;
}

/** @returns the number of this reading; null when another worker has begun one, or the calendar is gone */
async function claim({ _id, turn }: CalendarToRead): Promise<number | null> {
  // By the clock: of many that are due, the last is read long after the job began.
  const { modifiedCount } = await CalendarImportModel.updateOne(
    { _id, turn },
    { $set: { dueAt: addMinutes(new Date(), LEASE_MINUTES) }, $inc: { turn: 1 } },
  );
  return modifiedCount === 1 ? turn + 1 : null;
}

/** When a calendar is read again. @param failures that it has had in a row before this reading */
function nextReading(now: Date, failures = 0): Date {
  return addMinutes(now, Math.min(EVERY_MINUTES * 2 ** failures, LONGEST_WAIT_MINUTES));
}

/** @returns null when too many are being read */
async function outcomeFor(
  { url, venue }: CalendarToRead,
  now: Date,
): Promise<CalendarOutcome | null> {
  try {
    const today = todayInParis(now);
    const body = await fetchPublicBody(url, FETCH);
    const place = await VenueModel.findById(venue, "postalCode").lean();
    const task = {
      body,
      from: today,
      until: addDays(latestDay(today), DAYS_AHEAD),
      zone: zoneOf(place?.postalCode),
      ownUids: ownUids(venue.toString(), new URL(env.APP_URL).hostname),
    };
    return await inThreads(() => readInThread(task));
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    const { problem } = error;
    return problem === "no_name_server" ? { problem: "unreadable", isOurs: true } : { problem };
  }
}

interface Sync {
  calendar: CalendarToRead;
  turn: number;
  now: Date;
}

async function writeFailure(
  { calendar, turn, now }: Sync,
  { problem, isOurs }: CalendarFailure,
): Promise<void> {
  const dueAt = nextReading(now, isOurs ? 0 : calendar.failures);
  // What we could not help makes nobody wait longer; that it lasts is told all the same.
  const counted = isOurs ? { $max: { failures: 1 } } : { $inc: { failures: 1 } };
  await inTransaction(async (session) => {
    const { matchedCount } = await CalendarImportModel.updateOne(
      { _id: calendar._id, turn },
      { $set: { problem, dueAt }, ...counted },
      { session },
    );
    if (matchedCount > 0) await queueFailingMail(calendar, { problem, now }, session);
  });
}

async function writeReading(sync: Sync, reading: CalendarReading): Promise<void> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      const hasChanged = await inTransaction((session) => replaceDays(sync, reading, session));
      if (hasChanged) await bumpContentVersion({ days: [sync.calendar.venue.toString()] });
      return;
    } catch (error) {
      // Somebody reserved one of the days in between: by now it is seen.
      if (!isDuplicateKey(error) || left === 0) throw error;
    }
  }
}

/** @returns whether any day was closed or opened */
async function replaceDays(
  { calendar, turn, now }: Sync,
  reading: CalendarReading,
  session: ClientSession,
): Promise<boolean> {
  const { _id, venue: venueId } = calendar;
  const block = _id.toString();
  const venue = await VenueModel.findById(venueId, "time closedWeekdays deletedAt")
    .session(session)
    .lean();
  if (!venue || venue.deletedAt) {
    await CalendarImportModel.deleteOne({ _id }).session(session);
    return (await freeSlots([venueId], { block }, session)) > 0;
  }
  // On a closed weekday nobody can stay in any case, but people may prepare. Platforms hand back what our feed says of them.
  const found = new Map(
    asRented(reading.slots, venue).map((slot) => [slotId(venueId.toString(), slot), slot]),
  );
  const onClosedDays = [...found].flatMap(([id, { day }]) => (isClosedDay(day, venue) ? id : []));
  const wanted = new Map([...found].filter(([, { day }]) => !isClosedDay(day, venue)));
  // What was read is from today on. Days that are past stay closed: whoever was there left no time to prepare.
  const own = await BookedSlotModel.find(
    { venue: venueId, block, day: trusted({ $gte: todayInParis(now) }) },
    "_id",
  )
    .session(session)
    .lean();
  const taken = await BookedSlotModel.find({ _id: trusted({ $in: [...wanted.keys()] }) }, "block")
    .session(session)
    .lean();
  const occupied = new Map(taken.map((slot) => [slot._id, slot]));
  const isMine = (id: string) => !occupied.has(id) || occupied.get(id)?.block === block;
  const closed = [...wanted].filter(([id]) => isMine(id));
  const heldByOthers = [...wanted.keys()].filter((id) => !isMine(id));
  const { matchedCount } = await CalendarImportModel.updateOne(
    { _id, turn },
    {
      $set: {
        syncedAt: now,
        dueAt: nextReading(now),
        failures: 0,
        heldByOthers,
        onClosedDays,
        unknownZones: reading.unknownZones,
        unread: reading.unread,
        free: reading.free,
      },
      $unset: { problem: 1 },
    },
    // What a stranger's calendar says is written here alone.
    { runValidators: true },
  ).session(session);
  // Read again since, or taken away: what was found is no longer asked for.
  if (matchedCount === 0) return false;
  if (!calendar.syncedAt && heldByOthers.length > 0) await markAwaited(heldByOthers, session);
  const gone = own.filter(({ _id: id }) => !wanted.has(id)).map(({ _id: id }) => id);
  const added = closed.filter(([id]) => !occupied.has(id));
  if (gone.length > 0) await freeSlots([venueId], { _id: trusted({ $in: gone }) }, session);
  await BookedSlotModel.insertMany(
    added.map(([id, slot]) => ({ _id: id, venue: venueId, ...slot, block })),
    { session },
  );
  return gone.length + added.length > 0;
}

/**
 * Written to by a calendar's first reading: who gives one free at this moment may have looked for calendars before this one
 * was added, so that nothing that it writes would tell.
 */
async function markAwaited(slots: readonly string[], session: ClientSession): Promise<void> {
  const awaited = { _id: trusted({ $in: [...slots] }) };
  await BookedSlotModel.updateMany(awaited, { $inc: { marks: 1 } }, { session });
}
