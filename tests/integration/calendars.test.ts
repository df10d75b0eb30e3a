import { sandbox } from "../support/payments";
import { createServer, type AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import ICAL from "ical.js";
import mongoose from "mongoose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel, type CalendarImport } from "@models/calendar-import";
import { WEEKDAYS, type CalendarProblem } from "@models/enumerations";
import { MailModel } from "@models/mail";
import { WishModel } from "@models/wish";
import { VenueModel, type Venue } from "@models/venue";
import { problemText, remedyText } from "~/bookings/calendars/calendar-words";
import { calendarsPage } from "~/bookings/calendars/calendars-page.server";
import { readInThread } from "~/bookings/calendars/calendar-reader.server";
import { queueFailingMail } from "~/bookings/calendars/failing-mail.server";
import { addCalendar } from "~/bookings/calendars/import-calendar.server";
import { readCalendar } from "~/bookings/calendars/read-calendar";
import { jobsCollection } from "@jobs/queue";
import { syncCalendar, syncDueCalendars } from "~/bookings/calendars/sync-calendar.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { closeDays, reopenDays } from "~/bookings/reserve/close-days.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { finishLeftovers } from "~/offboarding/finish-leftovers.server";
import { inTransaction } from "~/platform/database.server";
import {
  addDays,
  eachDay,
  addMinutes,
  formatDay,
  formatInstant,
  parisMidnight,
  parisNoon,
  todayInParis,
} from "~/platform/days";
import { latestDay } from "~/rules/calendar";
import { placeInWeek } from "~/rules/month-grid";
import { isClosedDay } from "~/rules/time-rules";
import { FetchFailure, fetchPublicBody } from "~/platform/fetch-public.server";
import { PARIS, zoneOf } from "~/platform/zones";
import { takeToast } from "~/platform/web/toast.server";
import { changeVenue } from "~/venues/edit-venue.server";
import { action as reopenApi } from "~/routes/api/location/reopen-days/$id";
import { loader as feedFile } from "~/routes/calendriers";
import { action, loader as page } from "~/routes/profil/location/$id/calendriers";
import { loader as robots } from "~/routes/robots";
import { action as venuePost, loader as venuePage } from "~/routes/profil/location/$id/index";
import { byDay } from "../support/by-day";
import { emptyDatabase, useDatabase } from "../support/database";
import { expectDaysTold } from "../support/days-told";
import { eventually } from "../support/eventually";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import {
  bytesOf,
  calendarOf,
  sends,
  startForeignCalendar,
  type ForeignCalendar,
} from "../support/foreign-calendar";
import { justBefore } from "../support/just-before";
import { loggedIn, type Member } from "../support/members";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

/** A venue's calendar for others, and others' calendars for a venue. */

useDatabase();

const now = new Date();
const today = todayInParis(now);
const day = (ahead: number) => addDays(today, ahead);

let elsewhere: ForeignCalendar;
let owner: Member;
let venue: Venue;
let id: string;

beforeAll(async () => {
  elsewhere = await startForeignCalendar();
});
afterAll(() => elsewhere.stop());
beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  owner = await loggedIn(await createOwner());
  venue = await createVenue(owner.user, { time: "Half" });
  id = venue._id.toString();
  elsewhere.asked = [];
  elsewhere.answer = sends(calendarOf());
});

const storedVenue = async () => await VenueModel.findById(id).lean();
const path = () => `/profil/location/${id}/calendriers`;
const press = (form: Record<string, string>, who = owner) =>
  who.visitor.visit(action, path(), { form, params: { id } });

/** The message left for the owner's next page. */
async function toast(): Promise<string | undefined> {
  const read = async ({ request }: { request: Request }) => ({
    message: (await takeToast(request)).toast?.message,
  });
  return ((await (await owner.visitor.visit(read, "/")).json()) as { message?: string }).message;
}

describe("a venue's feed", () => {
  const address = async () => (await calendarsPage(owner.id, id, now)).address;
  const ask = async (url: string | null, visitor = new Visitor("203.0.113.50")) => {
    const file = url?.split("/").at(-1) ?? "";
    try {
      return await visitor.visit(feedFile, `/calendriers/${file}`, { params: { file } });
    } catch (error) {
      if (error instanceof Response) return error;
      throw error;
    }
  };
  const eventsOf = async (response: Response) =>
    new ICAL.Component(ICAL.parse(await response.text()) as unknown[])
      .getAllSubcomponents("vevent")
      .map((event) => new ICAL.Event(event, { exceptions: [] }))
      .sort((a, b) => a.startDate.compare(b.startDate));

  it("names its venue to another parser as it is called", async () => {
    const title = "Salle; Quai\\nord, grande";
    await VenueModel.updateOne({ _id: venue._id }, { title });
    await press({ intent: "share" });
    const text = await (await ask(await address())).text();
    for (const name of ["NAME", "X-WR-CALNAME"]) {
      const [, value] = new RegExp(`^${name}:(.*)\r$`, "m").exec(text.replaceAll("\r\n ", ""))!;
      // It knows neither of the two as a text, which they are (RFC 7986).
      const known = ICAL.Property.fromString(`SUMMARY:${value}`);
      expect([name, known.getFirstValue()]).toEqual([name, `${title} (${venue.city})`]);
      expect(value).toMatch(/^Salle\\; Quai\\\\nord\\, grande \(Lyon\)$/);
    }
  });

  it("is read by another parser: reservations by reference, closed days, halves as hours in Paris", async () => {
    const buyer = await createUser({ name: "Zacharie", lastname: "Quint" });
    const stay = { venue, buyer, period: "Half" as const };
    const confirmed = await createReservation({
      ...stay,
      status: "confirmed",
      reference: "PDS-AAAAAA",
      startDate: day(3),
      endDate: day(4),
    });
    await createReservation({
      ...stay,
      status: "pending",
      reference: "PDS-BBBBBB",
      answerBy: addMinutes(now, 600),
      startDate: day(6),
      startSlot: "PM",
      endSlot: "PM",
    });
    for (const [status, reference] of [
      ["hold", "PDS-CCCCCC"],
      ["cancelled", "PDS-DDDDDD"],
    ] as const) {
      await createReservation({ ...stay, status, reference, startDate: day(8) });
    }
    await takeSlots(venue, [day(10), "AM"]);
    await BookedSlotModel.create({
      _id: `${id}:${day(12)}:AM`,
      venue: venue._id,
      day: day(12),
      slot: "AM",
      block: "0".repeat(24),
    });
    expect(await address()).toBeNull();
    await press({ intent: "share" });

    const response = await ask(await address());
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    // Readers that obey robots.txt may ask for it; nobody is to list it.
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(await robots().text()).not.toContain("/calendriers/");
    const text = await response.clone().text();
    expect(text).toContain("\r\nPRODID:-//Place des Salles//Calendrier//FR\r\n");
    for (const secret of ["Zacharie", "Quint", buyer.email, buyer._id.toString()]) {
      expect(text).not.toContain(secret);
    }
    const [whole, half, closed, ...others] = await eventsOf(response);
    expect(others).toEqual([]);
    expect(whole).toMatchObject({
      summary: "Réservation PDS-AAAAAA",
      sequence: confirmed.history.length - 1,
    });
    expect(whole!.uid).toBe(`PDS-AAAAAA.${id}@localhost`);
    expect([whole!.startDate, whole!.endDate].map(String)).toEqual([day(3), day(5)]);
    expect(half!.summary).toBe("Demande PDS-BBBBBB");
    expect(half!.component.getFirstPropertyValue("status")).toBe("TENTATIVE");
    expect(half!.startDate.zone.tzid).toBe("Europe/Paris");
    expect(half!.startDate.toJSDate()).toEqual(parisNoon(day(6)));
    expect(closed!.summary).toBe("Fermé");
    for (const { component } of [whole!, half!, closed!]) {
      expect(component.getFirstPropertyValue("class")).toBe("PRIVATE");
    }
    expect(closed!.endDate.toJSDate()).toEqual(parisNoon(day(10)));
    const options = { from: today, until: day(500), zone: PARIS, ownUids: "nobody's" };
    expect(readCalendar(text, options)).toMatchObject({ unknownZones: [], unread: 0 });
    expect(readCalendar(text, options).slots).toHaveLength(4 + 1 + 1);
    // Read by the venue itself it closes nothing.
    expect(readCalendar(text, { ...options, ownUids: `.${id}@localhost` }).slots).toEqual([]);
  });

  it("tells the half days of a venue overseas by that venue's own clocks", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "97110" });
    await createReservation({
      ...{ venue, buyer: await createUser(), period: "Half", status: "confirmed" },
      ...{ startDate: day(3), startSlot: "AM", endSlot: "AM" },
    });
    await takeSlots(venue, [day(10), "PM"]);
    await press({ intent: "share" });
    const text = await (await ask(await address())).text();
    expect(text).not.toContain("Europe/Paris");
    const zone = zoneOf("97110");
    const options = { from: today, until: day(500), zone, ownUids: "nobody's" };
    const { slots } = readCalendar(text, options);
    expect(slots).toEqual([
      { day: day(3), slot: "AM" },
      { day: day(10), slot: "PM" },
    ]);
    expect(text).toContain(`\r\nDTEND;TZID=${zone}:${day(3).replaceAll("-", "")}T120000\r\n`);
  });

  it("closes what its reservations take beside their own days: preparation, and other dates asked for", async () => {
    const buyer = await createUser({ name: "Zacharie", lastname: "Quint" });
    const preparation = { preparationBefore: 1, preparationAfter: 2 };
    venue = (await VenueModel.findByIdAndUpdate(id, preparation, {
      returnDocument: "after",
    }).lean())!;
    const dates = (first: number, last = first) =>
      ({
        ...{ startDate: day(first), endDate: day(last) },
        startSlot: "AM",
        endSlot: "PM",
      }) as const;
    const confirmed = {
      ...{ venue, buyer, period: "Half" as const },
      status: "confirmed",
    } as const;
    await createReservation({
      ...{ ...confirmed, ...dates(10), reference: "PDS-AAAAAA" },
      change: { ...dates(20, 21), at: now, until: addMinutes(now, 600) },
    });
    const agreed = await createReservation({
      ...{ ...confirmed, ...dates(30, 31), reference: "PDS-BBBBBB" },
    });
    // The owner said yes to these, which are yet to be paid; what nobody said yes to is in no feed.
    for (const [first, reference, yes] of [
      [40, "PDS-BBBBBB-QQ", { agreed: true as const }],
      [50, "PDS-BBBBBB-RR", {}],
    ] as const) {
      await createReservation({
        ...{ ...confirmed, status: "hold", ...dates(first, first + 1), reference },
        supplementTo: { reservation: agreed._id, ...dates(30, 31), total: agreed.total, ...yes },
      });
    }
    await press({ intent: "share" });

    const response = await ask(await address());
    const text = await response.clone().text();
    for (const secret of ["Zacharie", "Quint", buyer.email]) expect(text).not.toContain(secret);
    const closed = (await eventsOf(response)).filter(({ summary }) => summary === "Fermé");
    const instants = closed.map(({ startDate, endDate }) =>
      [startDate, endDate].map((time) => (time.isDate ? String(time) : time.toJSDate())),
    );
    expect(instants).toEqual([
      [parisNoon(day(9)), parisMidnight(day(10))],
      [day(11), day(12)],
      [parisNoon(day(19)), parisMidnight(day(23))],
      [parisNoon(day(29)), parisMidnight(day(30))],
      [day(32), day(33)],
      [parisNoon(day(39)), parisMidnight(day(43))],
    ]);
    const uids = closed.map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(6);
    for (const [index, uid] of uids.entries()) {
      expect(uid).toMatch(index < 3 ? /^PDS-AAAAAA-ferme-/ : /^PDS-BBBBBB-ferme-/);
    }
    const options = { from: today, until: day(500), zone: PARIS, ownUids: `.${id}@localhost` };
    expect(readCalendar(text, options).slots).toEqual([]);
    const told = readCalendar(text, { ...options, ownUids: "nobody's" }).slots;
    const held = await BookedSlotModel.find({ venue: venue._id }).lean();
    const shown = held.filter(({ day: one }) => one < day(45));
    const missing = shown.filter(
      (slot) => !told.some((one) => one.day === slot.day && one.slot === slot.slot),
    );
    expect(missing).toEqual([]);
  });

  it("closes the weekdays on which nobody can stay, as far as days can be had, and to the venue itself nothing", async () => {
    const closedWeekdays = ["lundi", "mardi"] as const;
    await VenueModel.updateOne({ _id: venue._id }, { $set: { closedWeekdays } });
    await takeSlots(venue, [day(10), "AM"]);
    await press({ intent: "share" });
    const text = await (await ask(await address())).text();
    const options = { from: today, until: day(900), zone: PARIS, ownUids: "nobody's" };
    const { slots } = readCalendar(text, options);
    const weekly = eachDay(today, latestDay(today)).filter((one) =>
      isClosedDay(one, { closedWeekdays }),
    );
    const expected = weekly.flatMap((one) => [`${one} AM`, `${one} PM`]);
    const told = new Set([...expected, `${day(10)} AM`]);
    expect(slots.map((one) => `${one.day} ${one.slot}`).sort()).toEqual([...told].sort());
    // Whole days, which no time zone moves: one event a week.
    expect(text.split("BEGIN:VEVENT").length).toBeLessThan(weekly.length);
    expect(text).not.toContain("RRULE:FREQ=WEEKLY");
    expect(readCalendar(text, { ...options, ownUids: `.${id}@localhost` }).slots).toEqual([]);
  });

  it("is the same until something changes, and is not sent twice", async () => {
    await press({ intent: "share" });
    const url = await address();
    const etag = (await ask(url)).headers.get("etag") ?? "";
    const again = (tag: string) =>
      feedFile({
        request: new Request(url!, { headers: { "if-none-match": tag } }),
        params: { file: url!.split("/").at(-1) },
        context: new Visitor().context(),
      });
    expect((await again(etag)).status).toBe(304);
    await takeSlots(venue, [day(10), "AM"]);
    expect((await again(etag)).status).toBe(200);
  });

  it("says what became of its address where that was made, replaced or taken away meanwhile", async () => {
    await press({ intent: "share" });
    expect(await toast()).toBe("L’adresse du calendrier est prête.");
    const [first, since] = [
      await address(),
      (await calendarsPage(owner.id, id, now)).addressSince!,
    ];
    await press({ intent: "share" });
    expect(await toast()).toBe(
      "Ce calendrier a déjà une adresse, qui n’a pas changé\u00a0: la voici.",
    );
    expect(await address()).toBe(first);
    const replaces = String(since - 1);
    await press({ intent: "share", replaces });
    expect(await toast()).toBe(
      "Cette adresse était déjà remplacée\u00a0: voici celle d’à présent.",
    );
    expect(await address()).toBe(first);
    await press({ intent: "unshare" });
    await toast();
    await press({ intent: "share", replaces });
    expect(await toast()).toContain("n’est plus partagé");
    expect(await address()).toBeNull();
  });

  it("is asked about before its address is another, or none", async () => {
    const asked = async (act: string) => {
      const answer = await rendered(owner.visitor, `${path()}/${act}`);
      return { to: answer.headers.get("Location"), html: await answer.text() };
    };
    // Nothing to lose: it is there, or gone in another tab.
    for (const act of ["nouvelle-adresse", "arreter"]) expect((await asked(act)).to).toBe(path());
    await press({ intent: "share" });
    const since = (await calendarsPage(owner.id, id, now)).addressSince!;
    expect((await asked("nouvelle-adresse")).html).toContain(`name="replaces" value="${since}"`);
    expect((await asked("arreter")).html).toContain('value="unshare"');
    for (const act of ["nouvelle-adresse", "arreter"])
      expect((await asked(act)).html).toContain(`<p>${venue.title} (${venue.city}).</p>`);
    const shown = await (await rendered(owner.visitor, path())).text();
    for (const intent of ["share", "unshare"]) expect(shown).not.toContain(`value="${intent}"`);
  });

  it("is gone with its address, its venue, its owner's standing", async () => {
    await press({ intent: "share" });
    const first = await address();
    const since = (await calendarsPage(owner.id, id, now)).addressSince!;
    await press({ intent: "share", replaces: String(since) });
    const second = await address();
    expect((await ask(first)).status).toBe(404);
    expect((await ask(second)).status).toBe(200);
    const forged = second!.replace(/.(?=\.ics$)/, (last) => (last === "A" ? "Q" : "A"));
    const otherFile = second!.replace(/\.ics$/, ".txt");
    for (const wrong of [forged, second!.slice(0, -4), otherFile, "x.ics", null]) {
      expect((await ask(wrong)).status).toBe(404);
    }
    await deleteVenue(owner.id, id, now);
    expect((await ask(second)).status).toBe(404);
    expect((await storedVenue())?.calendarFeed).toBeUndefined();
  });
});

describe("an imported calendar", () => {
  const outcome = (one: PromiseSettledResult<unknown>): unknown =>
    one.status === "fulfilled" ? "added" : (one.reason as { code?: unknown }).code;

  const added = () => addCalendar(owner.id, id, { name: "Agenda", url: elsewhere.url, now });
  const stored = async ({ _id }: CalendarImport) => await CalendarImportModel.findById(_id).lean();
  const blocked = async () =>
    (await BookedSlotModel.find({ venue: venue._id }).sort({ _id: 1 }).lean()).map(
      ({ day, slot, block }) =>
        `${day} ${slot} ${block === "owner" ? "owner" : ((block && "import") ?? "reserved")}`,
    );
  const whole = (ahead: number, by: string) => [`${day(ahead)} AM ${by}`, `${day(ahead)} PM ${by}`];

  it("tells of days on which somebody comes or prepares for it, and not of unpaid ones", async () => {
    const prepared = { ...venue, preparationAfter: 1 };
    const reserved = { venue: prepared, buyer: await createUser() };
    await createReservation({ ...reserved, status: "hold", startDate: day(5) });
    await createReservation({ ...reserved, status: "confirmed", startDate: day(7) });
    const found = async (...ahead: number[]) => {
      elsewhere.answer = sends(calendarOf(...ahead.map((one) => day(one))));
      await press({ intent: "add", name: "Agenda", url: elsewhere.url });
      const calendar = (await CalendarImportModel.findOne().lean())!;
      const { imports } = await calendarsPage(owner.id, id, now);
      await CalendarImportModel.deleteMany({});
      await BookedSlotModel.deleteMany({ block: calendar._id.toString() });
      return imports[0]!.found;
    };
    const closed = "1\u00a0jour fermé";
    const [came, prepares] = [
      `déjà réservé ici\u00a0: le ${formatDay(day(7))}`,
      `gardé ici pour préparation\u00a0: le ${formatDay(day(8))} (matin)`,
    ];
    expect(await found(5, 9)).toEqual([closed]);
    expect(await found(5, 8)).toEqual([closed, prepares]);
    expect(await found(5, 7, 8)).toEqual([closed, came, prepares]);
  });

  it("is asked about before it is taken away: how many days open, and that its address is not kept", async () => {
    elsewhere.answer = sends(calendarOf(day(5), day(7)));
    await press({ intent: "add", name: "Agenda", url: elsewhere.url });
    const calendar = (await CalendarImportModel.findOne().lean())!._id.toString();
    const question = `${path()}/retirer?calendrier=${calendar}`;
    const html = await (await rendered(owner.visitor, question)).text();
    expect(html).toContain(`<p>${venue.title} (${venue.city}).</p>`);
    expect(html).toContain("Il ferme 2\u00a0jours");
    expect(html).toContain(`name="calendar" value="${calendar}"`);
    const shown = await (await rendered(owner.visitor, path())).text();
    expect(shown).toContain(`href="${question}"`);
    expect(shown).not.toContain('value="remove"');
    await press({ intent: "remove", calendar });
    const gone = await rendered(owner.visitor, question);
    expect([gone.status, gone.headers.get("Location")]).toEqual([303, path()]);
  });

  it("is asked about by the days that it closes now, those that became its own without a reading, too", async () => {
    elsewhere.answer = sends(calendarOf(day(-1), day(5), day(7)));
    const first = await added();
    const second = await addCalendar(owner.id, id, { name: "B", url: `${elsewhere.url}?b`, now });
    for (const calendar of [first, second]) await syncCalendar(calendar, now);
    const asked = async ({ _id }: CalendarImport) => {
      const question = `${path()}/retirer?calendrier=${_id.toString()}`;
      return await (await rendered(owner.visitor, question)).text();
    };
    expect(await asked(second)).toContain("Il ne ferme aucun jour.");
    expect(await asked(first)).toContain("Il ferme 2\u00a0jours");
    await press({ intent: "remove", calendar: first._id.toString() });
    expect(await asked(second)).toContain("Il ferme 2\u00a0jours");
    const { imports } = await calendarsPage(owner.id, id, now);
    expect(imports.map(({ found }) => found)).toEqual([["2\u00a0jours fermés"]]);
  });

  it("closes the days of its events, opens them again with them, and leaves what others hold", async () => {
    const buyer = await createUser();
    await createReservation({ venue, buyer, status: "confirmed", startDate: day(5) });
    await takeSlots(venue, [day(7), "AM"]);
    elsewhere.answer = sends(calendarOf(day(5), day(7), day(9)));
    await press({ intent: "add", name: "Agenda", url: elsewhere.url });
    const half = [`${day(7)} AM owner`, `${day(7)} PM import`];
    expect(await blocked()).toEqual([...whole(5, "reserved"), ...half, ...whole(9, "import")]);
    const { imports } = await calendarsPage(owner.id, id, now);
    expect(imports).toEqual([
      expect.objectContaining({
        host: "localhost",
        problem: null,
        found: ["2\u00a0jours fermés", `déjà réservé ici\u00a0: le ${formatDay(day(5))}`],
      }),
    ]);
    const { imported } = (await (
      await owner.visitor.visit(venuePage, `/profil/location/${id}`, { params: { id } })
    ).json()) as { imported: string[] };
    expect(imported).toHaveLength(2);

    elsewhere.answer = sends(calendarOf(day(9), day(11)));
    const calendar = (await CalendarImportModel.findOne().lean())!;
    expect(await expectDaysTold(() => syncCalendar(calendar, now))).toBeGreaterThan(0);
    const kept = [...whole(5, "reserved"), `${day(7)} AM owner`];
    expect(await blocked()).toEqual(
      [...kept, ...whole(9, "import"), ...whole(11, "import")].sort(),
    );
    await expect(
      closeDays(owner.id, id, { raw: { startDate: day(11), endDate: day(11) }, now }),
    ).rejects.toMatchObject({ code: "days_not_free" });

    const remove = () => press({ intent: "remove", calendar: imports[0]!.id });
    expect(await expectDaysTold(remove)).toBe(1);
    expect(await blocked()).toEqual(kept);
  });

  it("closes the days of a venue overseas by that venue's own clocks", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "97110" });
    const following = day(10).replaceAll("-", "");
    const lines = [`DTSTART:${following}T000000Z`, `DTEND:${following}T033000Z`];
    elsewhere.answer = sends(calendarOf(day(9)).replace(/^DTSTART.*$/m, lines.join("\r\n")));
    await press({ intent: "add", name: "Agenda", url: elsewhere.url });
    expect(await blocked()).toEqual([`${day(9)} PM import`]);
    // Its address was that of another place: the next reading has it right.
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "76000" });
    await syncCalendar((await CalendarImportModel.findOne().lean())!, now);
    expect(await blocked()).toEqual([`${day(10)} AM import`]);
  });

  it("takes no closed weekday, on which people may prepare, until it is closed no more", async () => {
    const closedWeekdays = [WEEKDAYS[placeInWeek(day(9))]!];
    const rules = { closedWeekdays, preparationAfter: 1 };
    await VenueModel.updateOne({ _id: venue._id }, { $set: rules });
    elsewhere.answer = sends(calendarOf(day(9), day(11), day(16)));
    const calendar = await added();
    await syncCalendar(calendar, now);
    expect(await blocked()).toEqual(whole(11, "import"));
    const stay = { venue: { ...venue, ...rules }, buyer: await createUser() };
    await createReservation({ ...stay, status: "confirmed", startDate: day(8) });
    expect(await blocked()).toContain(`${day(9)} AM reserved`);

    const turns = () => jobsCollection().countDocuments({ name: "sync-calendars" });
    await changeVenue(owner.id, id, { price: 130 });
    expect(await turns()).toBe(0);
    await changeVenue(owner.id, id, { closedWeekdays: null });
    await eventually(async () => expect(await turns()).toBe(1));
    const due = (await stored(calendar))!.dueAt!;
    expect(due.getTime()).toBeLessThanOrEqual(Date.now());
    await syncDueCalendars(new Date());
    const opened = [`${day(9)} PM import`, ...whole(16, "import")];
    expect(await blocked()).toEqual(expect.arrayContaining(opened));
  });

  it("has what it found on a weekday as soon as that opens, though it cannot be read any more", async () => {
    const weekday = (ahead: number) => WEEKDAYS[placeInWeek(day(ahead))]!;
    const closedWeekdays = [weekday(9), weekday(10)];
    const rules = { closedWeekdays, preparationAfter: 1 };
    await VenueModel.updateOne({ _id: venue._id }, { $set: rules });
    const stay = { venue: { ...venue, ...rules }, buyer: await createUser() };
    const paid = await createReservation({ ...stay, status: "confirmed", startDate: day(8) });
    elsewhere.answer = sends(calendarOf(day(9), day(10), day(16)));
    const first = await added();
    await syncCalendar(first, now);
    const second = await addCalendar(owner.id, id, { name: "B", url: `${elsewhere.url}?b`, now });
    await syncCalendar(second, now);
    const reserved = [...whole(8, "reserved"), `${day(9)} AM reserved`];
    expect(await blocked()).toEqual(reserved);
    elsewhere.answer = (_, response) => response.writeHead(503).end();
    const open = () => changeVenue(owner.id, id, { closedWeekdays: [weekday(10)] });
    expect(await expectDaysTold(open)).toBeGreaterThan(0);
    const taken = [`${day(9)} PM import`, ...whole(16, "import")];
    expect(await blocked()).toEqual([...reserved, ...taken]);
    await syncDueCalendars(new Date());
    expect(await stored(first)).toMatchObject({ problem: "server_failing" });
    expect(await blocked()).toEqual([...reserved, ...taken]);
    // What others had is its own once it comes free, and what it had another's.
    const by = { role: "buyer", userId: stay.buyer._id.toString() } as const;
    await cancelReservation({ reservationId: paid._id.toString(), by, now });
    expect(await blocked()).toEqual([...whole(9, "import"), ...whole(16, "import")]);
    await press({ intent: "remove", calendar: first._id.toString() });
    expect(await BookedSlotModel.distinct("block")).toEqual([second._id.toString()]);
    await changeVenue(owner.id, id, { closedWeekdays: null });
    const all = [9, 10, 16].flatMap((ahead) => whole(ahead, "import"));
    expect(await blocked()).toEqual(all.sort());
  });

  it("keeps closed what is past by now, which leaves no time to prepare", async () => {
    elsewhere.answer = sends(calendarOf(day(0), day(1)));
    const calendar = await added();
    await syncCalendar(calendar, now);
    expect(await blocked()).toEqual([...whole(0, "import"), ...whole(1, "import")]);
    elsewhere.answer = sends(calendarOf(day(0)));
    await syncCalendar((await stored(calendar))!, parisNoon(day(1)));
    expect(await blocked()).toEqual(whole(0, "import"));
  });

  it("changes nothing when it cannot be read, says why, and is asked less often", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    const calendar = await added();
    await syncCalendar(calendar, now);
    const before = await blocked();
    expect(before).toEqual(whole(9, "import"));
    const failing: [string, ForeignCalendar["answer"]][] = [
      ["bad_status", (_, response) => response.writeHead(404).end()],
      ["server_failing", (_, response) => response.writeHead(503).end()],
      ["not_a_calendar", sends("<!doctype html>")],
      [
        "too_many_events",
        sends(
          calendarOf().replace(
            "END:VCALENDAR",
            "BEGIN:VEVENT\r\nDTSTART:20270101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT\r\nEND:VCALENDAR",
          ),
        ),
      ],
    ];
    for (const [index, [problem, answer]] of failing.entries()) {
      elsewhere.answer = answer;
      await syncCalendar((await stored(calendar))!, now);
      expect(await stored(calendar)).toMatchObject({ problem, failures: index + 1, syncedAt: now });
      expect(await blocked()).toEqual(before);
    }
    await syncCalendar((await stored(calendar))!, now);
    expect((await stored(calendar))!.dueAt).toEqual(addMinutes(now, 16 * 60));
    elsewhere.answer = sends(calendarOf());
    await syncCalendar((await stored(calendar))!, now);
    const healed = (await stored(calendar))!;
    expect(healed).toMatchObject({ failures: 0 });
    expect(healed.problem).toBeUndefined();
    expect(await blocked()).toEqual([]);
  });

  it("that worked and does not for a day is told to its owner, once until it is read again", async () => {
    const broken = sends("<!doctype html>");
    const working = sends(calendarOf(day(9)));
    const calendar = await added();
    const mails = async () =>
      (await MailModel.find().sort({ _id: 1 }).lean()).filter(({ key }) =>
        key.startsWith("calendar-failing:"),
      );
    const readAt = async (hours: number, answer: ForeignCalendar["answer"]) => {
      elsewhere.answer = answer;
      await syncCalendar((await stored(calendar))!, addMinutes(now, hours * 60));
      return (await mails()).length;
    };
    const counts = [
      // It never worked: its owner saw that when they added it.
      ...[await readAt(-60, broken), await readAt(-30, broken), await readAt(0, working)],
      ...[await readAt(1, broken), await readAt(23, broken), await readAt(24, broken)],
      ...[await readAt(50, broken), await readAt(51, working)],
      // The first one after a long stop may be no fault of the calendar's.
      ...[await readAt(90, broken), await readAt(91, broken)],
    ];
    expect(counts).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 2]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: owner.user.email });
    expect(mail!.subject).toContain(`${venue.title} (${venue.city})`);
    for (const said of ["Agenda", formatInstant(now), "iCal lisible", "pas fermés ici", path()]) {
      expect(mail!.text).toContain(said);
    }
    expect(mail!.text).not.toContain(elsewhere.url);
  });

  it("is asked for as a browser would, which says whose it is: others are refused", async () => {
    const browser = /^Mozilla\/5\.0 \(.*http:\/\/localhost.*\) Chrome\/\d+$/;
    elsewhere.answer = (request, response) => {
      if (browser.test(request.headers["user-agent"] ?? "")) {
        sends(calendarOf(day(9)))(request, response);
      } else response.writeHead(403).end();
    };
    const calendar = await added();
    await syncCalendar(calendar, now);
    expect((await stored(calendar))!.problem).toBeUndefined();
    expect(await blocked()).toEqual(whole(9, "import"));
  });

  it("is followed three times, and weighs 5 MB at most", async () => {
    const calendar = await added();
    const problemOf = async (answer: ForeignCalendar["answer"]) => {
      elsewhere.answer = answer;
      await syncCalendar((await stored(calendar))!, now);
      return (await stored(calendar))!.problem;
    };
    const after = (redirections: number): ForeignCalendar["answer"] => {
      let left = redirections;
      return (request, response) => {
        expect(request.headers.accept).toBe("text/calendar, text/plain;q=0.5, */*;q=0.1");
        if (left-- > 0) response.writeHead(301, { location: "/suite" }).end();
        else sends(calendarOf(day(9)))(request, response);
      };
    };
    expect(await problemOf(after(4))).toBe("too_many_redirects");
    expect(await problemOf(after(3))).toBeUndefined();
    const weighing = (bytes: number) => sends(calendarOf(day(9)).padEnd(bytes, "\r\n"));
    expect(await problemOf(weighing(5 * 1024 * 1024 + 1))).toBe("too_large");
    expect(await problemOf(weighing(5 * 1024 * 1024))).toBeUndefined();
  });

  it("closes days that cannot be reserved yet: at midnight they can, before it is read again", async () => {
    const last = latestDay(today);
    elsewhere.answer = sends(calendarOf(addDays(last, 1), addDays(last, 40), addDays(last, 41)));
    const calendar = await added();
    await syncDueCalendars(now);
    const closed = await BookedSlotModel.distinct("day", { block: calendar._id.toString() });
    expect(closed).toEqual([addDays(last, 1), addDays(last, 40)]);
  });

  it("is read when it is due, once by two workers, and forgotten with its venue", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    const calendar = await added();
    await Promise.all([syncDueCalendars(now), syncDueCalendars(now)]);
    expect(elsewhere.asked).toEqual(["/agenda.ics"]);
    await syncDueCalendars(addMinutes(now, 59));
    expect(elsewhere.asked).toHaveLength(1);
    await syncDueCalendars(addMinutes(now, 60));
    expect(elsewhere.asked).toHaveLength(2);
    expect(await stored(calendar)).toMatchObject({ turn: 2 });
    await deleteVenue(owner.id, id, now);
    await finishLeftovers();
    expect(await blocked()).toEqual([]);
    expect(await CalendarImportModel.countDocuments()).toBe(0);
  });

  it("is read again soon where the process that read it has ended on its way", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    const calendar = await added();
    // Nothing comes after the claim: neither what was found nor that it failed.
    vi.spyOn(mongoose.connection, "transaction").mockRejectedValueOnce(
      new mongoose.mongo.MongoNetworkError("ended"),
    );
    await expect(syncCalendar(calendar, now)).rejects.toThrow("ended");
    const { dueAt, syncedAt } = (await stored(calendar))!;
    expect(syncedAt).toBeUndefined();
    expect(dueAt!.getTime() - Date.now()).toBeLessThanOrEqual(5 * 60_000);
    const claimed = elsewhere.asked.length;
    await syncDueCalendars(addMinutes(dueAt!, -1));
    expect(elsewhere.asked).toHaveLength(claimed);
    await syncDueCalendars(dueAt!);
    expect(await stored(calendar)).toMatchObject({ syncedAt: dueAt });
    expect((await stored(calendar))!.dueAt).toEqual(addMinutes(dueAt!, 60));
  });

  it("is asked for the less often the oftener its reading fails by itself", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    const calendar = await added();
    for (const [failures, minutes] of [60, 120].entries()) {
      vi.spyOn(mongoose.connection, "transaction").mockRejectedValueOnce(new Error("never"));
      const found = (await stored(calendar))!;
      await expect(syncCalendar(found, now)).rejects.toThrow("never");
      const dueAt = addMinutes(now, minutes);
      expect(await stored(calendar)).toMatchObject({ failures: failures + 1, dueAt });
    }
  });

  it("is not kept waiting for the timetable by as many as one turn takes", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    await added();
    const turns = () => jobsCollection().countDocuments({ name: "sync-calendars" });
    await syncDueCalendars(now, 2);
    expect(await turns()).toBe(0);
    await syncDueCalendars(addMinutes(now, 60), 1);
    expect([elsewhere.asked.length, await turns()]).toEqual([2, 1]);
  });

  it("writes nothing once it is taken away in mid-reading", async () => {
    const calendar = await added();
    elsewhere.answer = (request, response) =>
      void press({ intent: "remove", calendar: calendar._id.toString() }).then(() =>
        sends(calendarOf(day(9)))(request, response),
      );
    await syncCalendar(calendar, now);
    expect(await blocked()).toEqual([]);
  });

  it("has what is taken there as soon as it comes free here, whoever had it", async () => {
    const buyer = await createUser();
    const stay = { venue, buyer };
    const paid = await createReservation({ ...stay, status: "confirmed", startDate: day(5) });
    const holdUntil = addMinutes(now, 30);
    await createReservation({ ...stay, status: "hold", startDate: day(6), holdUntil, attempt: 0 });
    await takeSlots(venue, [day(7), "AM"]);
    elsewhere.answer = sends(calendarOf(day(9)));
    const first = await added();
    await syncCalendar(first, now);
    const all = [5, 6, 7, 9].map(day);
    elsewhere.answer = sends(calendarOf(...all));
    const second = await addCalendar(owner.id, id, { name: "B", url: `${elsewhere.url}?b`, now });
    await syncCalendar(second, now);
    const waiting = await createUser();
    const wish = await leaveWish({
      ...{ venueId: id, userId: waiting._id.toString(), now },
      raw: { startDate: day(5), endDate: day(5) },
    });

    const expectTaken = async (ahead: number) =>
      expect(await blocked()).toEqual(expect.arrayContaining(whole(ahead, "import")));
    await cancelReservation({
      reservationId: paid._id.toString(),
      by: { role: "buyer", userId: buyer._id.toString() },
      now,
    });
    await expectTaken(5);
    expect(await offerWishes(byDay(now))).toBe(0);
    expect(await WishModel.findById(wish._id).lean()).toMatchObject({ state: "waiting" });
    await expireHolds(addMinutes(now, 31));
    await expectTaken(6);
    const form = { startDate: day(7), endDate: day(7), startSlot: "AM", endSlot: "AM" };
    await owner.visitor.visit(venuePost, `/profil/location/${id}`, {
      ...{ params: { id }, form: { intent: "reopen", ...form } },
    });
    expect(await toast()).toContain("un calendrier importé en ferme encore");
    await expectTaken(7);
    await press({ intent: "remove", calendar: first._id.toString() });
    expect(await toast()).toContain("sauf ceux qu’un autre ferme");
    // Whoever presses twice hears nothing else.
    await press({ intent: "remove", calendar: first._id.toString() });
    expect(await toast()).toBe("Ce calendrier est retiré.");
    await expectTaken(9);
    expect(await blocked()).toHaveLength(8);

    // What is no longer taken there is free at its next reading, and offered then.
    elsewhere.answer = sends(calendarOf());
    await syncCalendar((await stored(second))!, now);
    expect(await blocked()).toEqual([]);
    expect(await offerWishes(byDay(now))).toBe(1);
  });

  it("leaves what it has to another one that wants it, and with its venue nothing", async () => {
    elsewhere.answer = sends(calendarOf(day(9)));
    const first = await added();
    const second = await addCalendar(owner.id, id, { name: "B", url: `${elsewhere.url}?b`, now });
    for (const calendar of [first, second]) await syncCalendar(calendar, now);
    elsewhere.answer = sends(calendarOf());
    await syncCalendar((await stored(first))!, now);
    expect(await blocked()).toEqual(whole(9, "import"));
    const blocks = await BookedSlotModel.distinct("block");
    expect(blocks).toEqual([second._id.toString()]);
    elsewhere.answer = sends(calendarOf(day(9)));
    await syncCalendar((await stored(first))!, now);
    await deleteVenue(owner.id, id, now);
    await finishLeftovers();
    expect(await blocked()).toEqual([]);
  });

  it("does not miss what comes free while a reading of it is written", async () => {
    await takeSlots(venue, [day(9), "AM"], [day(9), "PM"]);
    elsewhere.answer = sends(calendarOf(day(9)));
    const calendar = await added();
    // Past the reading's first question, so that its transaction sees them closed still.
    const reopen = { startDate: day(9), endDate: day(9), startSlot: "AM", endSlot: "PM" } as const;
    justBefore("BookedSlot", "find", () => reopenDays(owner.id, id, reopen));
    await syncCalendar(calendar, now);
    expect(await blocked()).toEqual(whole(9, "import"));
  });

  it("has what is given free while it is added and read for the first time", async () => {
    await takeSlots(venue, [day(9), "AM"], [day(9), "PM"]);
    elsewhere.answer = sends(calendarOf(day(9)));
    const reopen = { startDate: day(9), endDate: day(9), startSlot: "AM", endSlot: "PM" } as const;
    justBefore("CalendarImport", "updateMany", async () => {
      await syncCalendar(await added(), now);
    });
    expect(await reopenDays(owner.id, id, reopen)).toBe(false);
    expect(await blocked()).toEqual(whole(9, "import"));
  });

  it("is told of to a program that opens days which it closes, as often as it asks", async () => {
    const raw = { startDate: day(8), endDate: day(9), startSlot: "AM", endSlot: "PM" };
    await closeDays(owner.id, id, { raw, now });
    elsewhere.answer = sends(calendarOf(day(9)));
    await syncCalendar(await added(), now);
    const reopen = async (last: number) => {
      const asked = { params: { id }, json: { ...raw, endDate: day(last) } };
      return (await (await owner.visitor.visit(reopenApi, "/", asked)).json()) as object;
    };
    expect(await reopen(9)).toEqual({ success: true, free: false });
    expect(await blocked()).toEqual(whole(9, "import"));
    // The answer was lost, say.
    expect(await reopen(9)).toEqual({ success: true, free: false });
    expect(await reopen(8)).toEqual({ success: true, free: true });
  });

  it("closes whole days where days are rented, and tells unknown zones", async () => {
    const other = await createVenue(owner.user, { time: "Day" });
    const morning = `DTSTART:${day(9).replaceAll("-", "")}T080000Z`;
    elsewhere.answer = sends(
      calendarOf().replace(
        "END:VCALENDAR",
        `BEGIN:VEVENT\r\nUID:1\r\n${morning}\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2\r\nDTSTART;TZID=Mars/Olympus:20300101T080000\r\nEND:VEVENT\r\nEND:VCALENDAR`,
      ),
    );
    const where = other._id.toString();
    await syncCalendar(
      await addCalendar(owner.id, where, { name: "A", url: elsewhere.url, now }),
      now,
    );
    expect(await BookedSlotModel.countDocuments({ venue: other._id })).toBe(2);
    expect((await calendarsPage(owner.id, where, now)).imports[0]!.found).toContain(
      "fuseau inconnu, événements non repris\u00a0: Mars/Olympus",
    );
  });

  it("is said to be not read through our own fault where its reader ended, and no address is doubted", async () => {
    const failing = { ...(await added()), failures: 1, syncedAt: addMinutes(now, -2 * 24 * 60) };
    const failure = { problem: "unreadable", now } as const;
    await inTransaction((session) => queueFailingMail(failing, failure, session));
    const mail = await MailModel.findOne({ to: owner.user.email }).lean();
    expect(mail?.subject).not.toContain("illisible");
    expect(mail?.text).toContain("de notre côté\u00a0: réessai automatique.");
    expect(mail?.text).not.toContain("Vérifiez l’adresse");
  });

  it("is not said to have moved where its server is broken, and its owner is not to take it away", () => {
    expect(problemText("server_failing")).not.toContain("adresse");
    const [broken, gone] = [remedyText("server_failing"), remedyText("bad_status")];
    expect(broken).toContain("ne le retirez pas\u00a0: ses jours seraient rouverts");
    expect(gone).toContain("Vérifiez l’adresse");
  });

  it("is not read for a reason that a later release knows alone, and its owner is told that it is not", () => {
    expect(problemText("x" as CalendarProblem)).toBe("La dernière lecture a échoué.");
  });

  it("keeps little of what a stranger calls zones, whoever would write more", async () => {
    const event = (index: number) =>
      `BEGIN:VEVENT\r\nUID:${index}\r\nDTSTART;TZID=${"Z".repeat(150)}${index}:20300101T080000\r\nEND:VEVENT\r\n`;
    const events = Array.from({ length: 90 }, (_, index) => event(index)).join("");
    elsewhere.answer = sends(calendarOf(day(9)).replace("END:VCALENDAR", `${events}END:VCALENDAR`));
    const calendar = await added();
    await syncCalendar(calendar, now);
    expect((await stored(calendar))!.unknownZones).toEqual(["Z".repeat(100)]);
    for (const unknownZones of [["Z".repeat(101)], Array.from({ length: 21 }, String)]) {
      const { _id } = calendar;
      const written = CalendarImportModel.updateOne(
        ...([{ _id }, { $set: { unknownZones } }, { runValidators: true }] as const),
      );
      await expect(written).rejects.toThrow("unknownZones");
    }
  });

  it("is one of five, once each, at an address that can be one", async () => {
    const add = (url: string) => press({ intent: "add", name: "Agenda", url });
    const refused = [
      "",
      "agenda",
      "file:///etc/passwd",
      "ftp://a.example/x",
      "https://moi:mdp@a.example/",
    ];
    for (const url of refused) expect((await add(url)).status).toBe(422);
    expect(elsewhere.asked).toEqual([]);
    for (let count = 0; count < 5; count += 1) {
      expect((await add(`${elsewhere.url}?${count}`)).status).toBe(303);
    }
    expect((await add(`${elsewhere.url}?5`)).status).toBe(409);
    expect(await CalendarImportModel.countDocuments()).toBe(5);
    await CalendarImportModel.deleteOne({ url: `${elsewhere.url}?0` });
    const again = { intent: "add", name: "Autre nom", url: `${elsewhere.url}?1` };
    expect((await press(again)).status).toBe(409);
  });

  it("is one of five, and once, of two who add it at once, too", async () => {
    const add = (url: string) => addCalendar(owner.id, id, { name: "Agenda", url, now });
    for (const count of [0, 1, 2]) await add(`${elsewhere.url}?${count}`);
    const same = await Promise.allSettled([add(`${elsewhere.url}?3`), add(`${elsewhere.url}?3`)]);
    expect(same.map(outcome).sort()).toEqual(["added", "calendar_exists"]);
    const more = await Promise.allSettled([add(`${elsewhere.url}?4`), add(`${elsewhere.url}?5`)]);
    expect(more.map(outcome).sort()).toEqual(["added", "calendars_full"]);
  });

  it("is in its owner's data, and nobody else sees or touches it", async () => {
    const calendar = await added();
    await press({ intent: "share" });
    const data = await personalData(owner.id, now);
    expect(data.importedCalendars).toMatchObject([{ url: elsewhere.url }]);
    const { salt } = (await storedVenue())!.calendarFeed!;
    expect(JSON.stringify(data)).not.toContain(salt);

    const stranger = await loggedIn(await createOwner());
    const own = await createVenue(stranger.user);
    await expect(stranger.visitor.visit(page, path(), { params: { id } })).rejects.toMatchObject({
      status: 404,
    });
    const named = { calendar: calendar._id.toString() };
    for (const intent of ["share", "unshare", "sync", "remove"]) {
      expect((await press({ intent, ...named }, stranger)).status).toBe(404);
    }
    expect((await press({ intent: "add", name: "A", url: elsewhere.url }, stranger)).status).toBe(
      404,
    );
    const theirs = { params: { id: own._id.toString() } };
    for (const intent of ["sync", "remove"]) {
      const form = { intent, ...named };
      expect((await stranger.visitor.visit(action, path(), { ...theirs, form })).status).toBe(404);
    }
    expect(await CalendarImportModel.countDocuments()).toBe(1);
    expect((await storedVenue())?.calendarFeed?.salt).toBe(salt);
    expect(elsewhere.asked).toEqual([]);
    expect((await personalData(stranger.id, now)).importedCalendars).toEqual([]);
  });
});

describe("the reader's thread", () => {
  it("is ended when a calendar keeps it busy", async () => {
    const task = { from: today, until: day(500), zone: PARIS, ownUids: "." };
    const calm = { ...task, body: bytesOf(calendarOf(day(9))) };
    expect(await readInThread(calm)).toMatchObject({ reading: { unread: 0 } });
    // Of no day, for which the parser looks for ever.
    const never = "DTSTART:20270101T000000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30";
    const busy = { ...task, body: bytesOf(calendarOf(day(9)).replace(/DTSTART.*/, never)) };
    expect(await readInThread(busy, 500)).toEqual({ problem: "too_many_events" });
  });
});

describe("what a server may be sent to", () => {
  const asked = { accept: "*/*", userAgent: "Essai" };
  const OPTIONS = { ...asked, timeoutMs: 5_000, maxBytes: 1_000, maxRedirects: 3 };
  const exempt = { ...OPTIONS, exemptHosts: ["localhost"] };
  const problemOf = async (url: string, options: Parameters<typeof fetchPublicBody>[1]) => {
    try {
      return new TextDecoder().decode(await fetchPublicBody(url, options));
    } catch (error) {
      if (error instanceof FetchFailure) return error.problem;
      throw error;
    }
  };

  it.each([
    ...["http://127.0.0.1/", "http://2130706433/", "http://0x7f.1/", "http://[::1]/", "http://0/"],
    ...["http://10.0.0.1/", "http://192.168.1.1/", "http://169.254.169.254/latest/meta-data/"],
    ...[
      "http://[::ffff:127.0.0.1]/",
      "http://[fe80::1]/",
      "http://[fd00::1]/",
      "http://100.64.0.1/",
    ],
    // By its name, which every machine has for itself.
    ...["http://localhost/", "https://localhost/"],
  ])("is not %s", async (url) => expect(await problemOf(url, OPTIONS)).toBe("no_public_server"));

  it.each([
    ...["file:///etc/passwd", "ftp://a.example/", "gopher://a.example/"],
    ...["https://a:b@c.example/", "https://a@c.example/", "https://:b@c.example/"],
    ...["http://a.example:22/", "https://a.example:80/", "nowhere"],
  ])("is not %s, whatever it leads to", async (url) =>
    expect(await problemOf(url, OPTIONS)).toBe("bad_address"),
  );

  it("makes no connection to an address inside", async () => {
    let connections = 0;
    const inside = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, resolve));
    const { port } = inside.address() as AddressInfo;
    elsewhere.answer = (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    expect(await problemOf(elsewhere.url, exempt)).toBe("bad_address");
    for (const location of ["http://127.0.0.1/", "http://[::1]/", "http://169.254.169.254/"]) {
      elsewhere.answer = (_, response) => response.writeHead(307, { location }).end();
      expect(await problemOf(elsewhere.url, exempt)).toBe("no_public_server");
    }
    elsewhere.answer = (_, response) =>
      response.writeHead(302, { location: "file:///etc/passwd" }).end();
    expect(await problemOf(elsewhere.url, exempt)).toBe("bad_address");
    expect(connections).toBe(0);
    await new Promise((resolve) => inside.close(resolve));
  });

  it("is followed three times", async () => {
    let left = 3;
    elsewhere.answer = (_, response) =>
      left-- > 0 ? response.writeHead(301, { location: "/suite" }).end() : response.end("bien");
    expect(await problemOf(elsewhere.url, exempt)).toBe("bien");
    left = 4;
    expect(await problemOf(elsewhere.url, exempt)).toBe("too_many_redirects");
  });

  it("is followed wherever it says that it has moved, and not where it says something else", async () => {
    for (const status of [301, 302, 303, 307, 308, 300, 304, 200]) {
      let asked = 0;
      elsewhere.answer = (_, response) =>
        (asked += 1) === 1
          ? response.writeHead(status, { location: "/suite" }).end("ici")
          : response.end("ailleurs");
      const isMoved = [301, 302, 303, 307, 308].includes(status);
      const expected = isMoved ? "ailleurs" : status === 200 ? "ici" : "bad_status";
      expect([status, await problemOf(elsewhere.url, exempt)]).toEqual([status, expected]);
    }
    elsewhere.answer = (_, response) => response.writeHead(301).end();
    expect(await problemOf(elsewhere.url, exempt)).toBe("bad_status");
  });

  it("is not gone where its server is broken or asked too often, which passes", async () => {
    for (const [status, problem] of [
      ...([429, 500, 503, 599] as const).map((one) => [one, "server_failing"] as const),
      ...([401, 403, 404, 410, 428, 430, 499] as const).map((one) => [one, "bad_status"] as const),
    ]) {
      elsewhere.answer = (_, response) => response.writeHead(status).end();
      expect([status, await problemOf(elsewhere.url, exempt)]).toEqual([status, problem]);
    }
  });

  it("may pack what it sends in one of these ways", async () => {
    const packings: [encoding: string, pack: (text: string) => Buffer][] = [
      ["gzip", gzipSync],
      ["x-gzip", gzipSync],
      [" Deflate ", deflateSync],
      ["br", brotliCompressSync],
      ["identity", (text) => Buffer.from(text)],
    ];
    for (const [encoding, pack] of packings) {
      elsewhere.answer = (request, response) => {
        expect(request.headers["accept-encoding"]).toBe("gzip, deflate, br");
        response.writeHead(200, { "content-encoding": encoding }).end(pack("bien"));
      };
      expect([encoding, await problemOf(elsewhere.url, exempt)]).toEqual([encoding, "bien"]);
    }
    elsewhere.answer = (_, response) =>
      response.writeHead(200, { "content-encoding": "zstd" }).end("x");
    expect(await problemOf(elsewhere.url, exempt)).toBe("unreachable");
  });

  it("may send so much, unpacked, and take so long", async () => {
    elsewhere.answer = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(1_000)));
    expect(await problemOf(elsewhere.url, exempt)).toHaveLength(1_000);
    elsewhere.answer = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(1_001)));
    expect(await problemOf(elsewhere.url, exempt)).toBe("too_large");
    elsewhere.answer = (_, response) => void response.write("a");
    expect(await problemOf(elsewhere.url, { ...exempt, timeoutMs: 200 })).toBe("too_slow");
    elsewhere.answer = (_, response) => void response.destroy();
    expect(await problemOf(elsewhere.url, exempt)).toBe("unreachable");
  });
});
