import { randomUUID } from "node:crypto";
import { Types } from "mongoose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CalendarImportModel } from "@models/calendar-import";
import { SLOTS } from "@models/enumerations";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { addMinutes } from "~/platform/days";
import { slotId } from "~/rules/calendar";
import { askedBy } from "../support/asked-of-database";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { personalData } from "../support/personal-data";
import { createReservation } from "../support/reservations";
import { shownAt } from "../support/sent";
import { besides } from "../support/shown";
import { ago, day, idOf, now, storeUnchanging } from "../support/unchanging";
import { Visitor } from "../support/visitor";

/**
 * What pages about reservations show besides what-pages-show.test.ts: of a venue that says all that one may say, with
 * calendars, a waiting list and more than a page of bookings; and how all of them are dressed. At an instant that never
 * changes.
 */

useDatabase();

let stored: Awaited<ReturnType<typeof storeUnchanging>>;
let buyer: Visitor;
let owner: Visitor;
let offer: string;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  stored = await storeUnchanging();
  buyer = (await loggedIn(stored.buyer)).visitor;
  owner = (await loggedIn(stored.owner)).visitor;
  await UserModel.updateOne({ _id: stored.buyer._id }, { entityName: "Les Amis de la Scène" });
  const { venue, made } = stored;
  await VenueModel.updateOne(
    { _id: venue._id },
    {
      ...{
        hours: "De 8 h à 2 h.",
        latestAccess: "Minuit",
        houseRules: "Pas de musique après 1 h.",
      },
      ...{ coordinates: { lat: 45.76, lng: 4.86 }, equipement: ["Parking", "Bar", "Scène"] },
      calendarFeed: { salt: "sel", createdAt: ago(3) },
    },
  );
  await storeCalendars();
  await storeOffer();
  const confirmed = made.get("confirmed")!;
  const supplement = {
    ...({ venue, buyer: stored.buyer, status: "hold", startDate: day(52) } as const),
    ...{ holdUntil: addMinutes(now, 90), reference: "PDS-ESSAI5-AB" },
  };
  const { _id, startDate, endDate, startSlot, endSlot, total } = confirmed;
  await createReservation({
    ...supplement,
    _id: idOf(300),
    supplementTo: { reservation: _id, startDate, endDate, startSlot, endSlot, total },
  });
  // Another one, that is to be answered sooner.
  await ReservationModel.updateOne(
    { _id: made.get("granted")!._id },
    {
      change: {
        ...{ startDate: day(73), endDate: day(73), startSlot: "AM", endSlot: "PM" },
        ...{ at: ago(0.2), until: addMinutes(now, 300) },
      },
    },
  );
  await ReviewModel.create({
    ...{ _id: idOf(301), reservation: made.get("long ended")!._id, venue: venue._id },
    ...{ author: stored.buyer._id, authorName: "Hugo L.", stayDay: day(-200), rating: 4 },
    ...{ text: "Une très belle salle, et un accueil parfait.", state: "published" },
    ...{ publishedAt: ago(100), createdAt: ago(101) },
  });
  await storeManyBookings();
});
afterAll(() => {
  vi.useRealTimers();
});

/** Calendars elsewhere that were read, that could not be, and one that is yet to be. */
async function storeCalendars(): Promise<void> {
  const common = { venue: stored.venue._id, owner: stored.owner._id };
  await CalendarImportModel.create([
    {
      ...{ ...common, _id: idOf(310), name: "Mairie", url: "https://mairie.fr/a.ics" },
      ...{ createdAt: ago(1), syncedAt: ago(0.01), unread: 2, free: 1 },
      unknownZones: ["Mars/Olympus"],
      heldByOthers: SLOTS.map((slot) =>
        slotId(stored.venue._id.toString(), { day: day(50), slot }),
      ),
    },
    {
      ...{ ...common, _id: idOf(311), name: "Traiteur", url: "https://traiteur.fr/a.ics" },
      ...{ createdAt: ago(2), problem: "too_slow", failures: 2 },
    },
    ...[312, 313, 314].map((number) => ({
      ...{ ...common, _id: idOf(number), name: `Agenda ${number}`, createdAt: ago(4) },
      url: `https://agenda.fr/${number}.ics`,
    })),
  ]);
}

/** Half days that are held for the buyer, and two more wishes of the same days. */
async function storeOffer(): Promise<void> {
  const { halves, buyer: person } = stored;
  const stay = {
    startDate: day(33),
    endDate: day(34),
    startSlot: "PM",
    endSlot: "AM",
    period: "Half",
  } as const;
  const wish = {
    ...{ ...stay, _id: idOf(320), user: person._id, venue: halves._id },
    ...{ lookAt: addMinutes(now, 60), createdAt: ago(1) },
  } as const;
  const hold = await createReservation({
    ...{ _id: idOf(321), reference: "PDS-ESSAI99", venue: halves, buyer: person, status: "hold" },
    ...{ startDate: day(36), endDate: day(37), holdUntil: addMinutes(now, 90), offer: wish._id },
    createdAt: ago(0.01),
  });
  await WishModel.create({
    ...{ ...wish, startDate: day(36), endDate: day(37), startSlot: "AM", endSlot: "PM" },
    ...{ state: "offered", reservation: hold._id },
  });
  const other = await createUser();
  await WishModel.create({ ...wish, _id: idOf(322), user: other._id, state: "waiting" });
  offer = new URL(offerLink({ _id: wish._id, startDate: day(36) })).pathname;
}

/** More than a page of what is over, of a person whose account is gone, and of what is to come. */
async function storeManyBookings(): Promise<void> {
  const { venue } = stored;
  const gone = { _id: new Types.ObjectId(idOf(330)) };
  for (let count = 0; count < 21; count += 1) {
    for (const [number, status, startDate] of [
      [400, "ended", day(-300 - count)],
      [500, "confirmed", day(300 + 2 * count)],
    ] as const) {
      const one = await createReservation({
        ...{ _id: idOf(number + count), reference: `PDS-N${number + count}`, venue, status },
        ...{ buyer: gone, startDate, createdAt: ago(310), paidAt: ago(310) },
        requestKey: randomUUID(),
      });
      await LedgerEntryModel.create({
        ...{ _id: `captured:${number + count}`, stripeId: `captured_${number + count}` },
        ...{ type: "captured", amount: 54_000, at: ago(310) },
        ...{ reservation: one._id, buyer: gone._id, owner: stored.owner._id },
      });
    }
  }
}

/** `:name` stands for the id of the reservation of that name. */
const addressed = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => {
    const venues = { grange: stored.venue, atelier: stored.halves };
    const one = stored.made.get(name.replace("_", " ")) ?? venues[name as "grange"];
    return one._id.toString();
  });

/** Shown, with ids and days as they are: they never change. */
const shown = (who: Visitor, path: string, form?: Record<string, string>) =>
  shownAt(who, addressed(path), now, form);

const BUYERS = [
  ...["/mes-demandes", "/mes-demandes?statut=cancelled", "/mes-paiments", "/profil"],
  ...["/reservation/:grange", "/reservation/:atelier/attente"],
  `/reservation/:atelier?start=${day(140)}&end=${day(141)}&startSlot=PM&endSlot=AM`,
  "/reservation/:grange/paiement?demande=:hold",
  "/reservation/:grange/success?demande=:confirmed",
  "/reservation/:atelier/success?demande=:pending",
  "/reservation/:grange/success?demande=:cancelled",
];

const OWNERS = [
  ...["/mes-locations?lieu=:grange", "/mes-locations?mois=2027-04", "/mes-paiments?page=2"],
  ...["/mes-locations?passe=2&avenir=2", "/mes-locations?cal=2027-05", "/profil?mois=2027-05"],
  ...["/mes-locations?lieu=:grange&cal=2027-04"],
  ...["/profil/location/:grange", "/profil/location/:grange/calendriers"],
  ...["/profil/location/:atelier", "/profil/location/:atelier/calendriers"],
];

describe("a buyer is shown", () => {
  it.each(BUYERS)("%s", async (path) => {
    expect(await shown(buyer, path)).toMatchSnapshot();
  });

  it.each(["confirmed", "disputed", "long_ended"])("their reservation: %s", async (name) => {
    expect(await shown(buyer, `/mes-demandes/:${name}`)).toMatchSnapshot();
  });

  it("days that are held for them, and are no more", async () => {
    expect(await shown(buyer, offer)).toMatchSnapshot("held");
    const { _id } = (await ReservationModel.findOne({ offer: idOf(320) }).lean())!;
    await ReservationModel.updateOne({ _id }, { status: "pending", answerBy: addMinutes(now, 60) });
    expect(await shown(buyer, offer)).toMatchSnapshot("taken");
    await ReservationModel.updateOne({ _id }, { status: "dead" });
    expect(await shown(buyer, offer)).toMatchSnapshot("over");
    await ReservationModel.updateOne({ _id }, { status: "hold" });
  });
});

describe("a buyer is shown what other dates cost more", () => {
  const around = ["paiement", "success", "error"].map((page) => `/reservation/:grange/${page}`);
  const pages = ["/mes-demandes/:grange", "/mes-demandes/:grange/annuler"];
  const supplement = (path: string) =>
    path.startsWith("/mes-demandes")
      ? path.replace(":grange", idOf(300).toString())
      : `${path}?demande=${idOf(300).toString()}`;

  it.each([...pages, ...around])("while it waits: %s", async (path) => {
    expect(await shown(buyer, supplement(path))).toMatchSnapshot();
  });

  it.each(around)("once it was not paid in time: %s", async (path) => {
    const until = (holdUntil: Date) =>
      ReservationModel.updateOne({ _id: idOf(300) }, { holdUntil });
    await until(ago(0.1));
    expect(await shown(buyer, supplement(path))).toMatchSnapshot();
    await until(addMinutes(now, 90));
  });
});

describe("an owner is shown", () => {
  it.each(OWNERS)("%s", async (path) => {
    expect(await shown(owner, path)).toMatchSnapshot();
  });

  it.each(["pending", "confirmed", "cancelled", "refused"])("their answer: %s", async (name) => {
    const page = `/mes-locations/demandes/:${name}/accepter`;
    expect(await shown(owner, page)).toMatchSnapshot();
  });
});

it.each(["buyer", "owner"] as const)("what the %s may take with them", async (side) => {
  const id = stored[side]._id.toString();
  const { answer, asked } = await askedBy(() => personalData(id, now));
  expect([...asked, ...Object.keys(answer)].join("\n")).toMatchSnapshot();
});

/** Of a page what another one does not have, and what it lacks of it. */
const beside = async (who: Visitor, path: string, other: string) =>
  besides(await shown(who, path), other).join("\n");

it("a venue's page with days, to a stranger, and while it is closed", async () => {
  const days = `start=${day(140)}&end=${day(141)}`;
  const path = "/reservation/:grange";
  const plain = await shown(buyer, path);
  expect(await beside(buyer, `${path}?${days}`, plain)).toMatchSnapshot("with days");
  const taken = `start=${day(50)}&end=${day(51)}`;
  expect(await beside(buyer, `${path}?${taken}`, plain)).toMatchSnapshot("with days taken");
  expect(await beside(new Visitor(), path, plain)).toMatchSnapshot("to a stranger");
  await UserModel.updateOne({ _id: stored.owner._id }, { stripeStats: "pending" });
  await bumpContentVersion({ venues: [stored.venue._id.toString()] });
  expect(await beside(buyer, `${path}?${days}`, plain)).toMatchSnapshot("closed");
});

it.each(["success", "error"])(
  "who comes back from paying and is not logged in: %s",
  async (page) => {
    const path = `/reservation/:grange/${page}?demande=:hold`;
    expect(await shown(new Visitor(), path)).toMatchSnapshot();
  },
);

const dress = async (who: Visitor, path: string) =>
  (await shown(who, path)).split("\n\n").at(-1) ?? "";

it("each page of a reservation, in each state, is dressed as 'confirmed' but for this", async () => {
  for (const [who, page] of [
    [buyer, "/mes-demandes"],
    [owner, "/mes-locations/demandes"],
  ] as const) {
    const confirmed = await dress(who, `${page}/:confirmed`);
    for (const name of stored.made.keys()) {
      const other = await dress(who, `${page}/:${name.replace(" ", "_")}`);
      expect(besides(other, confirmed)).toMatchSnapshot(`${page}, ${name}`);
    }
  }
});

it.each([
  ...["confirmed/annuler", "confirmed/dates", "just_ended/supprimer", "just_ended/avis"],
  "cancelled/recu",
])("/mes-demandes/:%s is dressed", async (page) => {
  expect(await dress(buyer, `/mes-demandes/:${page}`)).toMatchSnapshot();
});
