import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { trusted, Types } from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { readInThread } from "~/bookings/calendars/calendar-reader.server";
import {
  outcomeOf,
  type CalendarOutcome,
  type CalendarTask,
} from "~/bookings/calendars/calendar-task";
import { feedAddress } from "~/bookings/calendars/feed-address.server";
import { syncCalendar, syncDueCalendars } from "~/bookings/calendars/sync-calendar.server";
import { syncNow } from "~/bookings/calendars/sync-now.server";
import { venueFeed } from "~/bookings/calendars/venue-feed.server";
import { addMinutes } from "~/platform/days";
import type * as fetching from "~/platform/fetch-public.server";
import { FetchFailure, fetchPublicBody } from "~/platform/fetch-public.server";
import { logger } from "~/platform/log.server";
import { slotId } from "~/rules/calendar";
import { askedBy } from "../support/asked-of-database";
import { useDatabase } from "../support/database";
import { expectDaysTold } from "../support/days-told";
import { eventually } from "../support/eventually";
import { createVenue, takeSlots } from "../support/fixtures";
import { bytesOf, calendarOf, startForeignCalendar } from "../support/foreign-calendar";
import { leftBehind } from "../support/left-behind";
import { justBefore } from "../support/just-before";
import { createReservation } from "../support/reservations";
import { ago, day, idOf, now, storeUnchanging } from "../support/unchanging";

/**
 * What calendars elsewhere leave in the database when they are read, and what a venue's own says, at an instant that never
 * changes. How they are fetched, and read in a thread of their own, is
 * asked in calendars.test.ts.
 */

vi.mock("~/platform/fetch-public.server", async (original) => ({
  ...(await original<typeof fetching>()),
  fetchPublicBody: vi.fn(),
}));
vi.mock("~/bookings/calendars/calendar-reader.server", () => ({
  readInThread: vi.fn((task: CalendarTask) => Promise.resolve(outcomeOf(task))),
}));

useDatabase();

const MEGABYTE = 1024 * 1024;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
/** Bytes of V8's heap that something holds. */
const heapInUse = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

let stored: Awaited<ReturnType<typeof storeUnchanging>>;
/** Of the venue by half days, that by the day, and one whose venue is somebody else's business. */
let [halves, days, other]: CalendarImport[] = [];
const fetched = vi.mocked(fetchPublicBody);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  stored = await storeUnchanging();
});
afterAll(() => {
  vi.useRealTimers();
});

const calendar = async (number: number, venue: Types.ObjectId, fields: object = {}) =>
  (
    await CalendarImportModel.create({
      ...{ _id: idOf(number), venue, owner: stored.owner._id, createdAt: ago(3), dueAt: ago(0.1) },
      ...{ url: `https://ailleurs.fr/${number}.ics`, name: "Ailleurs", ...fields },
    })
  ).toObject();

describe("a venue's own calendar", () => {
  beforeAll(async () => {
    const feed = { calendarFeed: { salt: "sel", createdAt: ago(3) } };
    await VenueModel.updateMany({}, feed);
    const { venue, buyer } = stored;
    const old = async (number: number, from: number, to: number) => {
      // Its days are others' by now.
      const elsewhere = await createVenue(stored.owner);
      const { _id } = await createReservation({
        ...({ venue: elsewhere, buyer, status: "ended" } as const),
        ...{ _id: idOf(number), reference: `PDS-N${number}`, createdAt: ago(400) },
        ...{ startDate: day(from), endDate: day(to) },
        history: [
          { state: "confirmed", at: ago(400), by: "buyer", why: "Essai" },
          { state: "ended", at: ago(30), by: "system", why: "Essai" },
        ],
      });
      await ReservationModel.updateOne({ _id }, { venueId: venue._id });
    };
    // The longest, and those that were over a month ago.
    await old(720, -397, -31);
    await old(721, -398, -31);
    await old(722, -40, -32);
  });

  const fileOf = ({ _id }: { _id: Types.ObjectId }, salt = "sel") =>
    feedAddress(_id.toString(), salt).split("/").at(-1)!;

  it.each(["venue", "halves"] as const)("says this, and asks this (%s)", async (which) => {
    const { answer, asked } = await askedBy(() => venueFeed(fileOf(stored[which]), now));
    // Events stand in no order.
    const [head = "", ...events] = answer
      .replace(/END:VCALENDAR$/, "")
      .replaceAll("\r\n", "\n")
      .split(/^(?=BEGIN:VEVENT)/m);
    expect([...asked, head, ...events.sort()].join("\n")).toMatchSnapshot();
  });

  it("is nobody's who has not its address, and gone with all that it needs", async () => {
    const refused = (file: string) =>
      expect(venueFeed(file, now)).rejects.toMatchObject({ code: "not_found" });
    const file = fileOf(stored.venue);
    for (const wrong of [
      ...["", ".ics", "x.ics", file.replace(".ics", ""), file.replace(".ics", ".txt")],
      ...[fileOf(stored.venue, "autre"), fileOf({ _id: new Types.ObjectId(idOf(9_999)) })],
      // One byte more, and one less.
      ...[file.replace(".ics", "AA.ics"), file.replace(/..\.ics$/, ".ics")],
    ]) {
      await refused(wrong);
    }
    const gone = { $set: { deletedAt: now } };
    const back = { $unset: { deletedAt: 1, bannedAt: 1 } };
    await VenueModel.updateOne({ _id: stored.venue._id }, gone);
    await refused(file);
    await VenueModel.updateOne({ _id: stored.venue._id }, { $unset: { deletedAt: 1 } });
    for (const update of [gone, { $set: { bannedAt: now } }]) {
      await UserModel.updateOne({ _id: stored.owner._id }, update);
      await refused(file);
      await UserModel.updateOne({ _id: stored.owner._id }, back);
    }
    expect(await venueFeed(file, now)).toContain("BEGIN:VCALENDAR");
    await VenueModel.updateOne({ _id: stored.venue._id }, { userId: idOf(9_999) });
    await refused(file);
    await VenueModel.updateOne({ _id: stored.venue._id }, { userId: stored.owner._id });
  });
});

describe("a calendar that is read", () => {
  beforeEach(async () => {
    await CalendarImportModel.deleteMany();
    await BookedSlotModel.deleteMany({ block: trusted({ $exists: true }) });
    await VenueModel.updateMany({}, { $unset: { deletedAt: 1 } });
    other = await calendar(700, stored.halves._id);
    halves = await calendar(701, stored.halves._id);
    days = await calendar(702, stored.venue._id);
    await takeSlots(stored.halves, [day(21), "PM"]);
    await BookedSlotModel.create({
      ...{ _id: slotId(stored.halves._id.toString(), { day: day(22), slot: "AM" }) },
      ...{ venue: stored.halves._id, day: day(22), slot: "AM", block: other._id.toString() },
    });
    fetched.mockReset();
  });

  /** What reading it leaves and asks, and whether it was read. */
  async function read(one: CalendarImport, ...closed: readonly string[]): Promise<string> {
    if (closed.length > 0) fetched.mockResolvedValueOnce(bytesOf(calendarOf(...closed)));
    const asked: string[] = [];
    const act = async () => {
      const latest = (await CalendarImportModel.findById(one._id).lean()) ?? one;
      const done = await askedBy(() => syncCalendar(latest, now), { changes: false });
      asked.push(`read: ${done.answer}`, ...done.asked);
    };
    return await leftBehind(act, now, { also: () => asked });
  }

  it("closes what is free, counts what is reserved, and opens what it no longer has", async () => {
    // The 30th is reserved; of the 21st and the 22nd a half is closed by others.
    expect(await read(halves!, day(21), day(22), day(30), day(23))).toMatchSnapshot("first");
    expect(await read(halves!, day(21), day(22), day(30), day(23))).toMatchSnapshot("the same");
    expect(await read(halves!, day(23), day(24))).toMatchSnapshot("others");
    expect(fetched.mock.lastCall).toMatchSnapshot("how it is fetched");
    expect(await read(days!, day(23))).toMatchSnapshot("by the day");
    const task = async () => {
      fetched.mockResolvedValueOnce(bytesOf(calendarOf(day(26))));
      await syncCalendar((await CalendarImportModel.findById(days!._id).lean())!, now);
    };
    expect(await expectDaysTold(task)).toBe(1);
  });

  it("that cannot be read leaves what it closed, and is asked for less and less often", async () => {
    await read(halves!, day(23));
    for (const failures of [0, 4, 5]) {
      await CalendarImportModel.updateOne({ _id: halves!._id }, { failures });
      fetched.mockRejectedValueOnce(new FetchFailure("too_slow"));
      expect(await read(halves!)).toMatchSnapshot(`after ${failures} failures`);
    }
    expect(await read(halves!, day(23))).toMatchSnapshot("read again");
    await expect(
      (async () => {
        fetched.mockRejectedValueOnce(new Error("a fault"));
        await syncCalendar((await CalendarImportModel.findById(halves!._id).lean())!, now);
      })(),
    ).rejects.toThrow("a fault");
  });

  it("of which no event can be understood any more leaves what it closed, too", async () => {
    await read(halves!, day(23), day(24));
    const closed = () => BookedSlotModel.find({ block: halves!._id.toString() }).lean();
    const before = await closed();
    expect(before).toHaveLength(4);
    const nowhere = calendarOf(day(23), day(24)).replaceAll(
      /DTSTART;VALUE=DATE:(\d+)/g,
      "DTSTART;TZID=Nowhere/Town:$1T090000",
    );
    fetched.mockResolvedValueOnce(bytesOf(nowhere));
    await read(halves!);
    expect(await closed()).toEqual(before);
    const left = await CalendarImportModel.findById(halves!._id).lean();
    expect(left).toMatchObject({ problem: "events_unreadable", failures: 1 });
  });

  it("tells of events that say they take no time, which close nothing", async () => {
    const events = calendarOf(day(23), day(24), day(25)).split(/(?=BEGIN:VEVENT)/);
    const free = "TRANSP:TRANSPARENT\r\nEND:VEVENT";
    const text = events.map((one, place) => (place > 1 ? one.replace("END:VEVENT", free) : one));
    fetched.mockResolvedValueOnce(bytesOf(text.join("")));
    await read(halves!);
    const { imports } = await calendarsPage(
      stored.owner._id.toString(),
      stored.halves._id.toString(),
      now,
    );
    expect(imports.find(({ id }) => id === halves!._id.toString())?.found).toEqual([
      "1\u00a0jour fermé",
      "2\u00a0événements marqués «\u00a0disponible\u00a0», non repris",
    ]);
  });

  it("goes with its venue", async () => {
    await read(halves!, day(23));
    await VenueModel.updateOne({ _id: stored.halves._id }, { deletedAt: now });
    expect(await read(halves!, day(24))).toMatchSnapshot("deleted");
    const gone = await calendar(703, idOf(9_998));
    expect(await read(gone, day(24))).toMatchSnapshot("gone");
  });

  it("is read by one: not by who comes later, nor by who is overtaken", async () => {
    fetched.mockResolvedValueOnce(bytesOf(calendarOf(day(23))));
    expect(await syncCalendar(halves!, now)).toBe(true);
    expect(await syncCalendar(halves!, now)).toBe(false);
    justBefore("Venue", "findOne", () =>
      CalendarImportModel.updateOne({ _id: days!._id }, { $inc: { turn: 1 } }),
    );
    expect(await read(days!, day(23))).toMatchSnapshot("overtaken");
  });

  it("is written beside who reserves the same days, after three tries at most", async () => {
    const insert = vi.spyOn(BookedSlotModel, "insertMany");
    const taken = () => insert.mockImplementationOnce((() => duplicate()) as never);
    /** As it comes from the engine. */
    const duplicate = async () => {
      const [one] = await BookedSlotModel.find().limit(1).lean();
      return await BookedSlotModel.collection.insertOne(one as never);
    };
    taken();
    taken();
    expect(await read(halves!, day(23))).toContain("read: true");
    expect(insert).toHaveBeenCalledTimes(3);
    for (let tries = 0; tries < 3; tries += 1) taken();
    fetched.mockResolvedValueOnce(bytesOf(calendarOf(day(24))));
    const latest = (await CalendarImportModel.findById(halves!._id).lean())!;
    await expect(syncCalendar(latest, now)).rejects.toMatchObject({ code: 11_000 });
    expect(insert).toHaveBeenCalledTimes(6);
    insert.mockRejectedValueOnce(new Error("a fault"));
    fetched.mockResolvedValueOnce(bytesOf(calendarOf(day(24))));
    await expect(syncCalendar({ ...latest, turn: latest.turn + 1 }, now)).rejects.toThrow(
      "a fault",
    );
    expect(insert).toHaveBeenCalledTimes(7);
    insert.mockRestore();
  });

  it("waits while sixteen are asked for, and is left for later when twenty wait", async () => {
    const ends: ((body: ReturnType<typeof bytesOf>) => void)[] = [];
    fetched.mockImplementation(() => new Promise((end) => void ends.push(end)));
    await CalendarImportModel.deleteMany();
    const many = [];
    for (let number = 710; number < 747; number += 1)
      many.push(await calendar(number, stored.venue._id));
    const reading = many.slice(0, 36).map((one) => syncCalendar(one, now));
    await eventually(async () => {
      expect(await CalendarImportModel.countDocuments({ turn: 1 })).toBe(36);
      expect(fetched).toHaveBeenCalledTimes(16);
    });
    expect(await syncCalendar(many[36]!, now)).toBe(false);
    expect(await CalendarImportModel.findById(many[36]!._id).lean()).toMatchObject({
      turn: 1,
      dueAt: now,
    });
    fetched.mockImplementation(() => Promise.resolve(bytesOf(calendarOf())));
    for (const end of ends) end(bytesOf(calendarOf()));
    expect(await Promise.all(reading)).toEqual(Array(36).fill(true));
  });

  it("waits for its thread outside of the heap, which sixteen texts of 5 MB would fill", async () => {
    const { fetchPublicBody: really } = await vi.importActual<typeof fetching>(
      "~/platform/fetch-public.server",
    );
    const elsewhere = await startForeignCalendar();
    // For one letter of these V8 gives each of a text's two bytes.
    const largest = Buffer.alloc(5 * MEGABYTE, "\n");
    largest.write(`${calendarOf(day(24))}’`);
    elsewhere.answer = (_, response) => void response.end(largest);
    fetched.mockImplementation((_, options) =>
      really(elsewhere.url, { ...options, timeoutMs: 240_000 }),
    );
    let end: (outcome: CalendarOutcome) => void = () => undefined;
    const held = new Promise<CalendarOutcome>((resolve) => (end = resolve));
    const inThreads = vi.mocked(readInThread).mockImplementation(() => held);
    inThreads.mockClear();
    const many = [];
    for (let number = 750; number < 766; number += 1)
      many.push(await calendar(number, stored.venue._id));
    const before = heapInUse();
    const reading = many.map((one) => syncCalendar(one, now));
    await eventually(() =>
      expect(fetched.mock.settledResults.map(({ type }) => type)).toEqual(
        Array(16).fill("fulfilled"),
      ),
    );
    await eventually(() => expect(inThreads).toHaveBeenCalledTimes(2));
    const grown = heapInUse() - before;
    end({ problem: "not_a_calendar" });
    expect(await Promise.all(reading)).toEqual(Array(16).fill(true));
    inThreads.mockImplementation((task) => Promise.resolve(outcomeOf(task)));
    await elsewhere.stop();
    expect(grown).toBeLessThan(10 * MEGABYTE);
    const handedOver = inThreads.mock.calls.map(([{ body }]) => body.length);
    expect(handedOver).toEqual(Array(16).fill(largest.length));
  });

  it("is waited for six seconds by who asks for it, and read all the same", async () => {
    let end: (body: ReturnType<typeof bytesOf>) => void = () => undefined;
    fetched.mockImplementationOnce(() => new Promise((done) => (end = done)));
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now });
    const one = days!._id.toString();
    const told = vi.fn();
    void syncNow(stored.owner._id.toString(), stored.venue._id.toString(), one, now).then(told);
    while (fetched.mock.calls.length === 0) await setImmediate();
    await vi.advanceTimersByTimeAsync(5_999);
    expect(told).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const message = "«\u00a0Ailleurs\u00a0» est en cours de lecture.";
    expect(told).toHaveBeenCalledWith({ type: "blank", message });
    vi.useFakeTimers({ toFake: ["Date"], now });
    end(bytesOf(calendarOf(day(23))));
    await eventually(async () => {
      const read = await CalendarImportModel.findById(one).lean();
      expect(read).toMatchObject({ syncedAt: now });
    });
  });

  it("is no calendar's fault while no name server answers: it is tried again each hour", async () => {
    const syncedAt = addMinutes(now, -25 * 60);
    const one = await calendar(99, stored.venue._id, { syncedAt });
    fetched.mockRejectedValue(new FetchFailure("no_name_server"));
    for (let times = 0; times < 4; times += 1) {
      await syncCalendar((await CalendarImportModel.findById(one._id).lean())!, now);
    }
    const left = await CalendarImportModel.findById(one._id).lean();
    expect(left).toMatchObject({ problem: "unreadable", failures: 1, dueAt: addMinutes(now, 60) });
    // Its owner is told after a day all the same.
    const key = trusted({ $regex: `^calendar-failing:${one._id.toString()}` });
    const [mail] = await MailModel.find({ key }).lean();
    expect(mail?.text).toContain("de notre côté");
    await CalendarImportModel.deleteOne({ _id: one._id });
  });

  it("keeps no other waiting while its server is slow: 16 are asked for at once", async () => {
    await CalendarImportModel.updateMany({}, { dueAt: addMinutes(now, 1) });
    for (let number = 100; number < 120; number += 1) await calendar(number, stored.venue._id);
    let asked = 0;
    let answer = () => {};
    const allAsked = new Promise<void>((resolve) => (answer = resolve));
    fetched.mockImplementation(async () => {
      asked += 1;
      if (asked === 16) answer();
      await allAsked;
      return bytesOf(calendarOf(day(24)));
    });
    await syncDueCalendars(now);
    expect(asked).toBe(20);
    await CalendarImportModel.deleteMany({ _id: trusted({ $gte: idOf(100), $lt: idOf(120) }) });
  });

  it("is told to the log when it fails, and keeps no other from its turn", async () => {
    const said = vi.spyOn(logger, "error").mockReturnValue();
    await CalendarImportModel.updateMany({}, { dueAt: addMinutes(now, 1) });
    const due = [addMinutes(now, -2), now];
    for (const [place, { _id }] of [halves!, days!].entries()) {
      await CalendarImportModel.updateOne({ _id }, { dueAt: due[place] });
    }
    const err = new Error("a fault");
    fetched.mockRejectedValueOnce(err).mockResolvedValueOnce(bytesOf(calendarOf()));
    const { asked } = await askedBy(() => syncDueCalendars(now));
    const look = asked.find((one) => one.includes("dueAt: {$lte"));
    expect(look).toContain("sort {dueAt: 1}, limit 100");
    // A hundred at once, and what each of them found is a stranger's to say.
    for (const found of ["url: 1", "syncedAt: 1"]) expect(look).toContain(found);
    expect(look).not.toContain("unknownZones");
    // Both at once: which one is fetched first is chance.
    expect(fetched.mock.calls.map(([url]) => url).sort()).toEqual([halves!.url, days!.url]);
    expect(said.mock.calls).toEqual([
      [{ err, of: expect.any(String) as unknown }, "calendar not synchronised"],
    ]);
    said.mockRestore();
  });
});
