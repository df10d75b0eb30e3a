import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CalendarImportModel } from "@models/calendar-import";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { useDatabase } from "../support/database";
import { takeSlots } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { sent } from "../support/sent";
import { day, now, storeUnchanging } from "../support/unchanging";
import type { Visitor } from "../support/visitor";

/**
 * What each act on days and reservations leaves behind that moves no money (told.test.ts has those that do): what is
 * stored, mailed and answered, at an instant that never changes. The snapshot is for people to read where it differs.
 */

useDatabase();

let stored: Awaited<ReturnType<typeof storeUnchanging>>;
let buyer: Visitor;
let owner: Visitor;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  stored = await storeUnchanging();
  buyer = (await loggedIn(stored.buyer)).visitor;
  owner = (await loggedIn(stored.owner)).visitor;
});
afterAll(() => {
  vi.useRealTimers();
});

const idOf = (name: string) => stored.made.get(name)!._id.toString();
const closing = { start: day(200), end: day(201), startSlot: "PM", endSlot: "AM" };

it("days closed, and opened again", async () => {
  const page = `/profil/location/${stored.halves._id.toString()}`;
  const closed = { intent: "close", ...closing };
  expect(await sent(owner, page, closed, now)).toMatchSnapshot("closed");
  expect(await sent(owner, page, closed, now)).toMatchSnapshot("closed already");
  const taken = { ...closed, start: day(50), end: day(50), startSlot: "AM", endSlot: "PM" };
  const elsewhere = `/profil/location/${stored.venue._id.toString()}`;
  expect(await sent(owner, elsewhere, taken, now)).toMatchSnapshot("taken");
  const { start: startDate, end: endDate, ...slots } = closing;
  const opened = { intent: "reopen", startDate, endDate, ...slots };
  expect(await sent(owner, page, opened, now)).toMatchSnapshot("opened");
});

it("a venue's own calendar, and those that it imports", async () => {
  const page = `/profil/location/${stored.venue._id.toString()}/calendriers`;
  const share = { intent: "share" };
  expect(await sent(owner, page, share, now)).toMatchSnapshot("shared");
  const { calendarFeed } = (await VenueModel.findById(stored.venue._id).lean())!;
  const another = { ...share, replaces: String(calendarFeed!.createdAt.getTime()) };
  expect(await sent(owner, page, another, now)).toMatchSnapshot("by another address");
  expect(await sent(owner, page, { intent: "unshare" }, now)).toMatchSnapshot("no more");
  const add = { intent: "add", name: "Traiteur", url: "https://127.0.0.1/agenda.ics" };
  expect(await sent(owner, page, add, now)).toMatchSnapshot("added, which nobody may read");
  const added = (await CalendarImportModel.findOne({ name: "Traiteur" }).lean())!;
  const remove = { intent: "remove", calendar: added._id.toString() };
  expect(await sent(owner, page, remove, now)).toMatchSnapshot("taken away");
});

it("a wish for days that others have", async () => {
  const page = `/reservation/${stored.venue._id.toString()}/attente`;
  const own = { intent: "join", start: day(50), end: day(50), startSlot: "AM", endSlot: "PM" };
  expect(await sent(buyer, page, own, now)).toMatchSnapshot("theirs already");
  await takeSlots(stored.venue, [day(210), "AM"], [day(210), "PM"]);
  const wish = { ...own, start: day(210), end: day(210) };
  expect(await sent(buyer, page, wish, now)).toMatchSnapshot("left");
  const { _id } = (await WishModel.findOne({ venue: stored.venue._id }).lean())!;
  const withdrawn = { wish: _id.toString() };
  expect(await sent(buyer, "/mes-demandes", withdrawn, now)).toMatchSnapshot("withdrawn");
});

it("what a buyer asks of their reservations", async () => {
  const page = `/mes-demandes/${idOf("just ended")}`;
  const review = { rating: "5", text: "Une très belle salle, et un accueil parfait." };
  expect(await sent(buyer, `${page}/avis`, review, now)).toMatchSnapshot("reviewed");
  expect(await sent(buyer, `${page}/supprimer`, { a: "" }, now)).toMatchSnapshot("hidden");
  const given = `/mes-demandes/${idOf("changing")}/dates/renoncer`;
  expect(await sent(buyer, given, { a: "" }, now)).toMatchSnapshot("other dates given up");
});

it("an owner's no to other dates", async () => {
  const page = `/mes-locations/demandes/${idOf("confirmed")}/dates/refuser`;
  expect(await sent(owner, page, { a: "" }, now)).toMatchSnapshot("nothing was asked");
});
