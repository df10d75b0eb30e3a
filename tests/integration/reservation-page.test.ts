import { sandbox } from "../support/payments";
import ICAL from "ical.js";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, test } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { ReservationPlace } from "~/bookings/components/reservation-place";
import { ReservationSheet } from "~/bookings/components/reservation-sheet";
import { ownAt } from "~/bookings/lists/own-at.server";
import type { ReservationPage } from "~/bookings/lists/reservation-page.server";
import { addDays, addMinutes, compareDays, parisNoon, todayInParis } from "~/platform/days";
import { loader as venueApi } from "~/routes/api/location/$id";
import { loader as venuePage } from "~/routes/reservation/$id/index";
import { loader as buyersFile } from "~/routes/mes-demandes/$id/agenda";
import { loader as buyersPage } from "~/routes/mes-demandes/$id/index";
import { loader as ownersFile } from "~/routes/mes-locations/demandes/$id/agenda";
import {
  action as cancel,
  loader as cancelPage,
} from "~/routes/mes-locations/demandes/$id/annuler";
import { loader as ownersPage } from "~/routes/mes-locations/demandes/$id/index";
import { askedBy } from "../support/asked-of-database";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { copiesOf, heldAtOnce } from "../support/held-at-once";
import { loggedIn, newMember, type Member } from "../support/members";
import { createReservation } from "../support/reservations";
import { expectToldAlike } from "../support/told-alike";
import { Visitor, type Handler } from "../support/visitor";

/** A reservation's own page, for its two sides and nobody else. */

useDatabase();

const today = todayInParis(new Date());
let buyer: Member;
let owner: Member;
let venue: Venue;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await newMember({ name: "Hugo", lastname: "Lambert", phone: "06 12 34 56 78" });
  owner = await loggedIn(await createOwner({ name: "Claire", lastname: "Besson" }));
  venue = await createVenue(owner.user, { arrival: "Par la cour, à gauche." });
});

const booked = (fields: Partial<Reservation> & { venue?: Venue } = {}) =>
  createReservation({
    ...{ venue, buyer: buyer.user, status: "confirmed", startDate: addDays(today, 20) },
    ...fields,
  });

/** What a page or a form answers; refusals are thrown. */
async function answer(
  { visitor }: Member,
  handler: Handler,
  id: string,
  form?: Record<string, string>,
): Promise<Response> {
  return await visitor.visit(handler, "/", { params: { id }, form }).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
}

async function read(member: Member, handler: Handler, { _id }: Reservation) {
  const response = await answer(member, handler, _id.toString());
  expect(response.status).toBe(200);
  return ((await response.json()) as { page: ReservationPage }).page;
}

test.each([
  ["is for rent", {}, true],
  ["is closed", { status: "unavailable" }, false],
  ["is not listed", { listed: false }, false],
] as const)(
  "owners are told of other dates where their venue %s: %o",
  async (_, fields, isTold) => {
    await VenueModel.updateOne({ _id: venue._id }, { $set: fields });
    const reservation = await booked();
    expect(await read(owner, ownersPage, reservation)).toMatchObject({ mayChange: isTold });
    const asked = await answer(owner, cancelPage, reservation._id.toString());
    expect(await asked.json()).toMatchObject({ mayChange: isTold });
    // They are told why it cannot be.
    expect(await read(buyer, buyersPage, reservation)).toMatchObject({ mayChange: true });
  },
);

test("whether it is reviewed is asked for its buyer alone, who is led there", async () => {
  const yesterday = addDays(today, -1);
  const over = await booked({ status: "ended", startDate: yesterday, endDate: yesterday });
  const asks = async (member: Member, page: Handler) => {
    const { answer: shown, asked } = await askedBy(() => read(member, page, over));
    return { isLed: shown.leadsToReview, isAsked: asked.join().includes("reviews") };
  };
  expect(await asks(buyer, buyersPage)).toEqual({ isLed: true, isAsked: true });
  expect(await asks(owner, ownersPage)).toEqual({ isLed: false, isAsked: false });
});

describe("who reaches whom", () => {
  it("is told to both sides of a confirmed reservation, with the address", async () => {
    const reservation = await booked();
    const page = await read(buyer, buyersPage, reservation);
    expect(page.contact).toMatchObject({ name: "Claire Besson", email: owner.user.email });
    expect(page.address).toMatchObject({ street: venue.street });
    expect(page.arrival).toBe("Par la cour, à gauche.");
    const theirs = await read(owner, ownersPage, reservation);
    expect(theirs.contact).toMatchObject({ name: "Hugo Lambert", phone: "06 12 34 56 78" });
  });

  it.each(["pending", "cancelled"] as const)(
    "is not told while %s without having been confirmed",
    async (status) => {
      const reservation = await booked({ status });
      for (const page of [
        await read(buyer, buyersPage, reservation),
        await read(owner, ownersPage, reservation),
      ]) {
        expect(page).toMatchObject({ contact: null, address: null, arrival: null });
        expect(JSON.stringify(page)).not.toContain("@");
        expect(JSON.stringify(page)).not.toContain(venue.street);
      }
    },
  );

  it("stays told once what was confirmed is called off, but not how one gets in", async () => {
    const now = new Date();
    const reservation = await booked({
      status: "cancelled",
      history: [
        { state: "confirmed", at: now, by: "system", why: "Paiement encaissé" },
        { state: "cancelled", at: now, by: "owner", why: "Dégât des eaux" },
      ],
      cancellation: { by: "owner", at: now, why: "Dégât des eaux", refund: 0 },
    });
    const page = await read(buyer, buyersPage, reservation);
    expect(page.contact).toMatchObject({ name: "Claire Besson", email: owner.user.email });
    expect(page).toMatchObject({ address: { street: venue.street }, arrival: null, onSite: [] });
    const theirs = await read(owner, ownersPage, reservation);
    expect(theirs.contact).toMatchObject({ name: "Hugo Lambert", phone: "06 12 34 56 78" });
  });

  it("is told no more once the other side's account is closed, and why", async () => {
    const reservation = await booked();
    await UserModel.updateOne({ _id: owner.user._id }, { deletedAt: new Date() });
    const page = await read(buyer, buyersPage, reservation);
    expect(page).toMatchObject({ other: "le propriétaire", contact: null, contactUntil: null });
    const shown = renderToStaticMarkup(createElement(ReservationPlace, { page }));
    expect(shown).toContain("Compte supprimé");
    expect(shown).toContain("Ce compte est fermé\u00a0: ses coordonnées ne sont plus affichées.");
  });

  it.each([
    [60, true],
    [61, false],
  ])("is told %i days after the last day: %s", async (days, isTold) => {
    const reservation = await booked({ status: "ended", startDate: addDays(today, -days) });
    const page = await read(owner, ownersPage, reservation);
    expect(page.contact !== null).toBe(isTold);
  });

  it("leaves what is told of arriving out of what everybody reads", async () => {
    const id = venue._id.toString();
    const response = await buyer.visitor.visit(venueApi, "/", { params: { id } });
    const text = await response.text();
    expect(text).toContain(venue.title);
    expect(text).not.toContain("Par la cour");
  });
});

describe("a page of what is not there", () => {
  const pages: [string, Handler][] = [
    ["the buyer's page", buyersPage],
    ["the owner's page", ownersPage],
    ["the buyer's file", buyersFile],
    ["the owner's file", ownersFile],
    ["the owner's cancelling", cancelPage],
  ];

  it.each(pages)("is not found: %s", async (_, page) => {
    const id = (await booked())._id.toString();
    const isBuyers = page === buyersPage || page === buyersFile;
    for (const bad of ["0".repeat(24), "x", "{}"]) {
      expect((await answer(isBuyers ? buyer : owner, page, bad)).status).toBe(404);
    }
    expect((await answer(isBuyers ? buyer : owner, page, id)).status).toBe(200);
  });

  it("hides an unpaid request from its owner", async () => {
    const reservation = await booked({ status: "hold" });
    expect((await answer(owner, ownersPage, reservation._id.toString())).status).toBe(404);
    expect((await read(buyer, buyersPage, reservation)).request.hold).not.toBeNull();
  });
});

/** The one event of a file, read by a parser that did not write it. */
function eventIn(text: string): ICAL.Event {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return new ICAL.Event(calendar.getFirstSubcomponent("vevent")!);
}

describe("the file for calendars", () => {
  async function eventOf(member: Member, file: Handler, reservation: Reservation) {
    const response = await answer(member, file, reservation._id.toString());
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    return eventIn(await response.text());
  }

  it("has whole days as days, the last one within", async () => {
    const reservation = await booked({ endDate: addDays(today, 22) });
    const event = await eventOf(buyer, buyersFile, reservation);
    expect(event.startDate.isDate).toBe(true);
    expect(event.startDate.toString()).toBe(addDays(today, 20));
    expect(event.endDate.toString()).toBe(addDays(today, 23));
    expect(event.summary).toBe(venue.title);
    expect(event.location).toContain(venue.street);
    expect(event.description).toContain(reservation.reference);
  });

  it("has half days as hours in Paris", async () => {
    const day = addDays(today, 20);
    const reservation = await booked({ startSlot: "PM", endSlot: "PM", period: "Half" });
    const event = await eventOf(owner, ownersFile, reservation);
    expect(event.startDate.toJSDate()).toEqual(parisNoon(day));
    expect(event.summary).toContain("Hugo L.");
    expect(compareDays(event.startDate.toString().slice(0, 10), day)).toBe(0);
  });

  it("has half days overseas as hours of where it takes place", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "98800" });
    const reservation = await booked({ startSlot: "PM", endSlot: "PM", period: "Half" });
    const event = await eventOf(buyer, buyersFile, reservation);
    expect(event.startDate.toJSDate()).toEqual(new Date(`${addDays(today, 20)}T01:00:00Z`));
  });

  const offers = (page: ReservationPage) =>
    renderToStaticMarkup(createElement(ReservationSheet, { page })).includes("agenda.ics");

  it("is offered once the reservation is confirmed", async () => {
    const reservation = await booked();
    expect(offers(await read(buyer, buyersPage, reservation))).toBe(true);
    expect(offers(await read(owner, ownersPage, reservation))).toBe(true);
  });

  // A request that comes to nothing would stay in people's calendars: no mail of it has a file.
  it.each(["pending", "capturing", "cancelled"] as const)(
    "is not there while %s",
    async (status) => {
      const reservation = await booked({ status });
      for (const [member, page, file] of [
        [buyer, buyersPage, buyersFile],
        [owner, ownersPage, ownersFile],
      ] as const) {
        expect(offers(await read(member, page, reservation))).toBe(false);
        expect((await answer(member, file, reservation._id.toString())).status).toBe(404);
      }
    },
  );
});

test("a venue's page shows one's latest reservation there, one that stands before one called off", async () => {
  const at = async ({ id }: Member) => (await ownAt(venue._id.toString(), id, new Date())).latest;
  const named = (reference: string) => ({ reference, requestKey: reference });
  await booked({ ...named("PDS-LATEST"), status: "cancelled", startDate: addDays(today, 40) });
  expect(await at(buyer)).toMatchObject({ reference: "PDS-LATEST" });
  await booked(named("PDS-SOONER"));
  await booked({ ...named("PDS-STANDS"), startDate: addDays(today, 30) });
  expect(await at(buyer)).toMatchObject({ reference: "PDS-STANDS" });
  expect(await at(owner)).toBeNull();
});

test("a venue's page has what one holds unpaid there in nobody's way, and shows it to others as taken", async () => {
  const [first, last, after] = [addDays(today, 20), addDays(today, 21), addDays(today, 22)];
  const held = { status: "hold", holdUntil: addMinutes(new Date(), 20) } as const;
  await booked({ ...held, startDate: first, endDate: last });
  const raw = { startDate: last, endDate: after };
  const seenBy = async ({ visitor }: Pick<Member, "visitor">) => {
    const id = venue._id.toString();
    const path = `/reservation/${id}?start=${raw.startDate}&end=${raw.endDate}`;
    const response = await visitor.visit(venuePage, path, { params: { id } });
    return ((await response.json()) as Awaited<ReturnType<typeof venuePage>>).page;
  };
  const theirs = await seenBy(buyer);
  expect(theirs).toMatchObject({ problem: null, isTaken: false, taken: [], unavailable: [] });
  expect(theirs.offer).not.toBeNull();
  const others = await seenBy({ visitor: new Visitor() });
  expect(others).toMatchObject({ offer: null, isTaken: true });
  expect(others.taken).toHaveLength(1);
});

test("a venue's page reads of one's reservations those of the venue alone", async () => {
  const elsewhere = { venue: await createVenue(owner.user) };
  await copiesOf(await booked({ ...elsewhere, reference: "PDS-THERE" }), 199);
  await booked({ reference: "PDS-HERE", startDate: addDays(today, 10) });
  const { answer: mine, most } = await heldAtOnce(() =>
    ownAt(venue._id.toString(), buyer.id, new Date()),
  );
  expect(mine).toMatchObject({ latest: { reference: "PDS-HERE" }, holds: [] });
  expect(most).toBe(1);
});

test("an owner who cancels gives a reason, and all of it goes back", async () => {
  const { reservation, owner: paidOwner } = await confirmReservation(buyer.user);
  const member = await loggedIn(paidOwner);
  const id = reservation._id.toString();
  const mute = await answer(member, cancel, id, { intent: "cancel", amount: "162000", why: " " });
  expect(mute.status).toBeGreaterThanOrEqual(400);
  expect((await ReservationModel.findById(id).lean())?.status).toBe("confirmed");

  const form = { intent: "cancel", amount: "162000", why: "Un dégât des eaux." };
  const done = await answer(member, cancel, id, form);
  expect(done.headers.get("location")).toBe(`/mes-locations/demandes/${id}`);
  expect(await ReservationModel.findById(id).lean()).toMatchObject({
    status: "cancelled",
    refunded: 162_000,
  });
  const page = await read(buyer, buyersPage, reservation);
  expect(page.request.ownersReason).toBe("Un dégât des eaux.");
  expect(page.calledOff).toEqual({ by: "owner", why: null, wasConfirmed: true });
  expect(page.money).toMatchObject({ paid: 162_000, refunded: 162_000 });
  const told = await MailModel.findOne({ key: `reservation-cancelled:${id}:buyer` }).lean();
  expect(told?.text).toContain("Un dégât des eaux.");
  // The confirmation's file is in people's calendars.
  const key = `reservation-confirmed:${id}:buyer`;
  const confirmed = await MailModel.findOne({ key }).lean();
  const [before, after] = [confirmed, told].map((mail) => mail?.attachment?.content ?? "");
  expect([eventIn(after!).uid, eventIn(after!).sequence]).toEqual([eventIn(before!).uid, 1]);
  expect(after).toContain("\r\nSTATUS:CANCELLED\r\n");
  // Where a calendar keeps it, or adds it once more, people read it there.
  expect([before, after].map((ics) => eventIn(ics!).summary)).toEqual([
    reservation.venueTitle,
    `Annulé\u00a0: ${reservation.venueTitle}`,
  ]);
  // However late it is sent, or sent again: it tells nobody the way any more.
  expect([before, after].map((ics) => eventIn(ics!).location)).toEqual([
    "12 rue des Tilleuls, 69003 Lyon",
    "Lyon",
  ]);
  await expectToldAlike(reservation, "reservation-cancelled", { now: new Date() });
});

test("a confirmation's mails say what the page says, and lead to it", async () => {
  const { reservation, owner: paidOwner } = await confirmReservation(buyer.user);
  const id = reservation._id.toString();
  const mailTo = async (role: string) =>
    (await MailModel.findOne({ key: `reservation-confirmed:${id}:${role}` }).lean())?.text ?? "";
  const buyers = await mailTo("buyer");
  expect(buyers).toContain(`/mes-demandes/${id}`);
  expect(buyers).toContain(paidOwner.email);
  expect(buyers).toContain("12 rue des Tilleuls");
  const owners = await mailTo("owner");
  expect(owners).toContain(`/mes-locations/demandes/${id}`);
  expect(owners).toContain(buyer.user.email);
  expect(owners).toContain("06 12 34 56 78");
  await expectToldAlike(reservation, "reservation-confirmed", { now: new Date() });
  for (const [role, said] of [
    ["buyer", reservation.venueTitle],
    ["owner", "Hugo L."],
  ] as const) {
    const key = `reservation-confirmed:${id}:${role}`;
    const { attachment } = (await MailModel.findOne({ key }).lean())!;
    expect(attachment).toMatchObject({
      name: `reservation-${reservation.reference}.ics`,
      type: "text/calendar; charset=utf-8",
    });
    const event = eventIn(attachment!.content);
    expect(event.startDate.toString()).toBe(reservation.startDate);
    expect(event.summary).toContain(said);
    expect(event.location).toContain("12 rue des Tilleuls");
  }
});
