import { beforeEach, describe, expect, it } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import type { Slot } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { monthOf } from "~/rules/month-grid";
import { loader as myVenues } from "~/routes/mes-locations/index";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { rendered } from "../support/rendered";
import { bookingsOfOwner, createReservation } from "../support/reservations";

useDatabase();

const now = new Date();
const today = todayInParis(now);
let owner: User;
let buyer: User;
let venue: Venue;

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  buyer = await createUser({ name: "Hugo", lastname: "Lambert" });
  venue = await createVenue(owner);
});

const booked = (
  status: Reservation["status"],
  inDays: number,
  fields: Partial<Reservation> & { at?: Venue; by?: User } = {},
) => {
  const { at = venue, by = buyer, ...rest } = fields;
  return createReservation({
    venue: at,
    buyer: by,
    status,
    startDate: addDays(today, inDays),
    ...rest,
  });
};
const asked = async (query = "", who = owner) =>
  await bookingsOfOwner(who._id.toString(), query, now);
const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id);
const ids = (...reservations: Reservation[]) => reservations.map(({ _id }) => _id.toString());

describe("an owner's bookings", () => {
  it("are what to answer, then what is to come, then what is over, each in its order", async () => {
    const calm = await booked("pending", 10, { answerBy: addMinutes(now, 900) });
    const urgent = await booked("pending", 12, { answerBy: addMinutes(now, 30) });
    const later = await booked("confirmed", 30);
    const sooner = await booked("confirmed", 4);
    const lately = await booked("ended", -2);
    const called = await booked("cancelled", 6);
    const missed = await booked("pending", 14, { answerBy: addMinutes(now, -1) });
    await booked("hold", 16);
    await booked("dead", 18);
    const { toAnswer, upcoming, past } = await asked();
    expect(idsOf(toAnswer)).toEqual(ids(urgent, calm));
    expect(idsOf(upcoming.bookings)).toEqual(ids(sooner, later));
    expect(upcoming.share).toBe(2 * sooner.ownerShare);
    expect(idsOf(past.bookings)).toEqual(ids(missed, called, lately));
    expect(toAnswer[0]).toMatchObject({ buyer: "Hugo L.", ownerShare: urgent.ownerShare });
  });

  it("are looked up by their reference or by who comes, as the owner is shown them there", async () => {
    const helene = await createUser({ name: "Hélène", lastname: "Bernard" });
    const coming = await booked("confirmed", 4, { reference: "PDS-7K2F9Q" });
    const hers = await booked("confirmed", 9, { by: helene });
    const over = await booked("ended", -4, { by: helene });
    const called = await booked("cancelled", 14, { by: helene });
    await booked("hold", 20, { by: helene });
    const found = async (client: string, who = owner) => {
      const page = await asked(`client=${encodeURIComponent(client)}`, who);
      expect(page.past.total).toBe(page.past.bookings.length);
      expect(page.calendar).toBeNull();
      return [idsOf(page.upcoming.bookings), idsOf(page.past.bookings)];
    };
    for (const typed of ["PDS-7K2F9Q", "7k2f9q"])
      expect(await found(typed)).toEqual([ids(coming), []]);
    expect(await found("helene b")).toEqual([ids(hers), ids(called, over)]);
    const request = await booked("pending", 24, { by: helene, reference: "PDS-4M8T2W" });
    await booked("pending", 28);
    for (const typed of ["4M8T2W", "hélène b"]) {
      const { toAnswer, answering, changesToAnswer } = await asked(`client=${typed}`);
      expect(idsOf(toAnswer)).toEqual(ids(request));
      expect([answering.requests.total, changesToAnswer]).toEqual([1, []]);
    }
    const { visitor } = await loggedIn(owner);
    const text = await (await rendered(visitor, "/mes-locations?client=4M8T2W")).text();
    expect(text).toContain("PDS-4M8T2W");
    expect(text).toContain("voyez plus haut les demandes à valider");
    expect((await asked("client=7K2F9Q")).answering.requests.total).toBe(0);
    expect((await asked("")).answering.requests.total).toBe(2);
    // Her last name is shown where the two have met: neither with a request, nor of one that came to nothing.
    expect(await found("Bernard")).toEqual([ids(hers), ids(over)]);
    const { toAnswer } = await asked("client=Bernard");
    expect(toAnswer).toEqual([]);
    const later = addMinutes(now, 61 * 24 * 60);
    const { past } = await bookingsOfOwner(owner._id.toString(), "client=Bernard", later);
    expect(idsOf(past.bookings)).toEqual(ids(hers));
    expect(await found("7K2F9")).toEqual([[], []]);
    expect(await found("7K2F9Q", await createOwner())).toEqual([[], []]);
    const page = await asked(`client=h%C3%A9l%C3%A8ne&mois=${monthOf(called.startDate)}`);
    expect(idsOf(page.past.bookings)).toContain(called._id.toString());
    expect(page.upcoming.bookings.every(({ buyer: name }) => name === "Hélène B.")).toBe(true);
  });

  it("of an organisation are looked up by who stands for it too, but not of an account that is closed", async () => {
    const of = { name: "Nadia", lastname: "Benali", entityName: "Studio Marelle" };
    const studio = await createUser(of);
    const theirs = await booked("confirmed", 4, { by: studio });
    const called = await booked("cancelled", 8, {
      by: studio,
      history: (["confirmed", "cancelled"] as const).map((state) => ({
        state,
        at: now,
        by: "buyer" as const,
        why: "Essai",
      })),
    });
    await booked("confirmed", 6, { by: await createUser({ ...of, deletedAt: now }) });
    for (const typed of ["Benali", "marelle"]) {
      const { upcoming, past } = await asked(`client=${typed}`);
      expect(idsOf(upcoming.bookings)).toEqual(ids(theirs));
      expect(idsOf(past.bookings)).toEqual(ids(called));
    }
  });

  it("are narrowed to a venue and to a month, what to answer never", async () => {
    const other = await createVenue(owner);
    const here = await booked("confirmed", 4);
    const there = await booked("confirmed", 100, { at: other });
    const request = await booked("pending", 6);
    const byVenue = await asked(`lieu=${other._id.toString()}`);
    expect(idsOf(byVenue.upcoming.bookings)).toEqual(ids(there));
    expect(idsOf(byVenue.toAnswer)).toEqual(ids(request));
    const daysOf = async (query: string) => {
      const { calendar } = await asked(`${query}&cal=${monthOf(there.startDate)}`);
      return calendar!.days.flatMap(({ bookings }) => idsOf(bookings));
    };
    expect(await daysOf("")).toEqual(ids(there));
    expect(await daysOf(`lieu=${other._id.toString()}`)).toEqual(ids(there));
    expect(await daysOf(`lieu=${venue._id.toString()}`)).toEqual([]);
    const byMonth = await asked(`mois=${monthOf(here.startDate)}`);
    expect(idsOf(byMonth.upcoming.bookings)).toEqual(ids(here));
    expect(byMonth.filter.months.map(({ value }) => value)).toEqual([
      monthOf(here.startDate),
      monthOf(there.startDate),
    ]);
    const emptyMonth = monthOf(addDays(today, 200));
    const { filter } = await asked(`mois=${emptyMonth}`);
    expect(filter.months.map(({ value }) => value)).toContain(emptyMonth);
    expect((await asked("mois=2999-01")).filter.years).toEqual(filter.years);
  });

  it("of venues of one title are told apart by their towns, of one that is gone, too", async () => {
    const title = "Salle des fêtes";
    const [boos, cleon, oissel] = [
      await createVenue(owner, { title, city: "Boos" }),
      await createVenue(owner, { title, city: "Cléon" }),
      await createVenue(owner, { title, city: "Oissel" }),
    ];
    await booked("confirmed", 4, { at: boos });
    await booked("confirmed", 4, { at: cleon });
    await booked("ended", -40, { at: oissel });
    await VenueModel.updateOne({ _id: oissel._id }, { deletedAt: now });
    const { filter, calendar } = await asked(`cal=${monthOf(addDays(today, 4))}`);
    const labels = filter.venues.map(({ label }) => label);
    expect(labels).toEqual([
      `${venue.title} (${venue.city})`,
      ...[`${title} (Boos)`, `${title} (Cléon)`, `${title} (Oissel)`],
    ]);
    const day = calendar!.days.find((one) => one.day === addDays(today, 4));
    expect(day?.venues.toSorted()).toEqual([`${title} (Boos)`, `${title} (Cléon)`]);
    const { visitor } = await loggedIn(owner);
    const html = await (await rendered(visitor, "/mes-locations")).text();
    for (const { value, label } of filter.venues) {
      expect(html).toContain(`<option value="${value}">${label}</option>`);
      expect(html).toMatch(new RegExp(`lieu=${value}[^>]*>${label.replace(/[()]/g, "\\$&")}<`));
    }
    for (const { _id, city } of [boos, cleon]) {
      const path = `/profil/location/${_id.toString()}/supprimer`;
      await ReservationModel.deleteMany({ venueId: _id });
      const page = await (await rendered(visitor, path)).text();
      expect(page).toContain(`<b>${title} (${city})</b>`);
    }
  });

  it("of one day are found in the list that the day leads to", async () => {
    const other = await createVenue(owner);
    const answerBy = addMinutes(now, 30);
    const request = await booked("pending", 5, { answerBy });
    await booked("pending", 5, { at: other, answerBy });
    const { visitor } = await loggedIn(owner);
    const month = monthOf(request.startDate);
    const answer = await rendered(visitor, `/mes-locations?cal=${month}`);
    const html = (await answer.text()).replaceAll("&amp;", "&");
    expect(html).toContain(`href="/mes-locations?mois=${month}#demandes"`);
    expect(html).toContain('id="demandes"');
    expect(html).not.toContain('id="avenir"');
  });

  it("are drawn with what closes the one venue that is shown, and named; a venue without any has a calendar too", async () => {
    const quiet = await createVenue(owner, { closedWeekdays: ["dimanche"] });
    const day = addDays(today, 5);
    const calendar = await CalendarImportModel.create({
      ...{ venue: quiet._id, owner: owner._id, name: "Mairie", url: "https://exemple.fr/a.ics" },
      createdAt: now,
    });
    const taken = (slot: Slot, fields: object) => ({
      ...{ _id: `${quiet._id.toString()}:${day}:${slot}`, venue: quiet._id, day, slot },
      ...fields,
    });
    await BookedSlotModel.insertMany([
      taken("AM", { block: "owner" }),
      taken("PM", { block: calendar._id.toString() }),
    ]);
    const drawn = async (query: string) =>
      (await asked(`${query}cal=${monthOf(day)}`)).calendar!.days.find((one) => one.day === day);
    expect((await drawn(`lieu=${quiet._id.toString()}&`))?.halves).toEqual({
      AM: { state: "closed", who: [] },
      PM: { state: "imported", who: ["Mairie"] },
    });
    // Of several at once nothing would say which is closed.
    expect(await drawn("")).toBeUndefined();
    const stay = await booked("confirmed", 5);
    expect((await drawn(""))?.halves.AM).toEqual({ state: "booked", who: ["Hugo L."] });
    const there = await drawn(`lieu=${stay.venueId.toString()}&`);
    expect(idsOf(there?.bookings ?? [])).toEqual(ids(stay));
    const sunday = (await asked(`lieu=${quiet._id.toString()}`)).calendar!.days.find(
      ({ halves }) => halves.AM?.state === "weekday",
    );
    expect(sunday).toBeDefined();
  });

  it("are drawn with what is kept free beside them, and not with what is beside an unpaid request", async () => {
    const quiet = await createVenue(owner, { preparationAfter: 1 });
    await booked("hold", 5, { at: quiet });
    await booked("confirmed", 8, { at: quiet });
    const months = new Set([5, 6, 8, 9].map((days) => monthOf(addDays(today, days))));
    const drawn = await Promise.all(
      [...months].map(async (month) => await asked(`lieu=${quiet._id.toString()}&cal=${month}`)),
    );
    const halves = drawn.flatMap(({ calendar }) =>
      calendar!.days.flatMap(({ day, halves: { AM } }) => (AM ? [[day, AM.state]] : [])),
    );
    expect(halves).toEqual([
      [addDays(today, 8), "booked"],
      [addDays(today, 9), "preparation"],
    ]);
  });

  it("are drawn with other dates that wait for an answer, and with those that were said yes to", async () => {
    const stay = (inDays: number) => {
      const day = addDays(today, inDays);
      return { startDate: day, endDate: day, startSlot: "AM", endSlot: "PM" } as const;
    };
    const until = (minutes: number) => ({ at: now, until: addMinutes(now, minutes) });
    const asking = await booked("confirmed", 4, { change: { ...stay(5), ...until(30) } });
    await booked("confirmed", 6, { change: { ...stay(7), ...until(-1) } });
    const agreed = await booked("confirmed", 8);
    const held = async (inDays: number, fields: object) => {
      const to = { reservation: agreed._id, ...stay(8), total: agreed.total, ...fields };
      await booked("hold", inDays, { supplementTo: to });
    };
    await held(9, { agreed: true });
    await held(10, {});
    const months = new Set([5, 7, 9, 10].map((days) => monthOf(addDays(today, days))));
    const pages = await Promise.all([...months].map(async (month) => await asked(`cal=${month}`)));
    const drawn = (inDays: number) =>
      pages
        .flatMap(({ calendar }) => calendar!.days)
        .find(({ day }) => day === addDays(today, inDays));
    expect(drawn(5)).toMatchObject({ halves: { AM: { state: "asked", who: ["Hugo L."] } } });
    expect(drawn(5)?.bookings).toEqual([{ id: asking._id.toString(), state: "change" }]);
    expect(drawn(9)).toMatchObject({ halves: { PM: { state: "booked", who: ["Hugo L."] } } });
    expect(drawn(9)?.bookings).toEqual([{ id: agreed._id.toString(), state: "confirmed" }]);
    expect([drawn(7), drawn(10)]).toEqual([undefined, undefined]);
    const { toAnswer, upcoming, past } = pages[0]!;
    expect([toAnswer.length, upcoming.total, past.total]).toEqual([0, 3, 0]);
  });

  it.each(["lieu=x", "mois=2027-13", "avenir=-3&passe=abc", "lieu[$ne]=1"])(
    "are all of them for %s",
    async (query) => {
      const booking = await booked("confirmed", 4);
      expect(idsOf((await asked(query)).upcoming.bookings)).toEqual(ids(booking));
    },
  );

  it("are all counted of what waits for an answer, and there page by page, the most urgent first", async () => {
    const requests: Reservation[] = [];
    const changing: Reservation[] = [];
    for (let at = 0; at < 52; at += 1) {
      // In another month than the calendar's, which names those of its own.
      const answerBy = addMinutes(now, 60 + at);
      requests.push(await booked("pending", 100 + at, { answerBy }));
      const day = addDays(today, 200 + at);
      const to = { startDate: day, endDate: day, startSlot: "AM", endSlot: "PM" } as const;
      const change = { ...to, at: now, until: answerBy };
      changing.push(await booked("confirmed", 300 + at, { change }));
    }
    const first = await asked();
    expect(first.toAnswer).toHaveLength(50);
    expect(first.changesToAnswer).toHaveLength(50);
    expect(first.answering).toEqual({
      requests: { page: 1, pages: 2, total: 52 },
      changes: { page: 1, pages: 2, total: 52 },
    });
    const second = await asked("demandes=2&changements=2");
    expect(idsOf(second.toAnswer)).toEqual(ids(...requests.slice(50)));
    expect(second.changesToAnswer.map(({ request }) => request.id)).toEqual(
      ids(...changing.slice(50)),
    );
    const { visitor } = await loggedIn(owner);
    const path = "/mes-locations?demandes=2&lieu=";
    const html = (await (await rendered(visitor, path)).text()).replaceAll("&amp;", "&");
    expect(html).toContain("À répondre (104)");
    expect(html).toContain('href="/mes-locations?demandes=1#demandes"');
    expect(html).toContain('href="/mes-locations?demandes=2&changements=2#changements"');
  });

  it("are filtered beside the venues: neither question takes the other one back", async () => {
    const stay = await booked("confirmed", 4);
    const { visitor } = await loggedIn(owner);
    const [lieu, mois] = [stay.venueId.toString(), monthOf(stay.startDate)];
    const path = `/mes-locations?q=nulle-part&lieu=${lieu}&mois=${mois}`;
    const html = (await (await rendered(visitor, path)).text()).replaceAll("&amp;", "&");
    const formOf = (label: string) => html.split("<form ").find((form) => form.includes(label))!;
    const sent = (form: string) =>
      [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
        ([, name, value]) => `${name}=${value}`,
      );
    expect(sent(formOf("Titre du lieu"))).toEqual([`lieu=${lieu}`, `mois=${mois}`]);
    expect(sent(formOf("Filtrer les réservations"))).toEqual(["q=nulle-part"]);
    expect(html).toContain(`href="/mes-locations?lieu=${lieu}&mois=${mois}#lieux"`);
    expect(html).toMatch(
      new RegExp(
        `href="/mes-locations\\?q=nulle-part&lieu=${lieu}&mois=${mois}&cal=[\\d-]+#calendrier"`,
      ),
    );
  });

  it("are nobody else's, whatever venue is asked for", async () => {
    const otherOwner = await createOwner();
    const otherVenue = await createVenue(otherOwner);
    await booked("confirmed", 4, { at: otherVenue });
    await booked("pending", 6, { at: otherVenue });
    await booked("ended", -6, { at: otherVenue });
    const own = await booked("confirmed", 8);
    const mine = await asked(`lieu=${otherVenue._id.toString()}`);
    expect(idsOf([...mine.toAnswer, ...mine.upcoming.bookings, ...mine.past.bookings])).toEqual(
      ids(own),
    );
    const { visitor } = await loggedIn(owner);
    const page = await visitor.visit(myVenues, `/mes-locations?lieu=${otherVenue._id.toString()}`);
    expect(await page.text()).not.toContain(otherVenue.title);
  });

  it("are read with as few questions: venues with what was asked of them, bookings, and what closes the one venue", async () => {
    const stay = await booked("confirmed", 4);
    await booked("pending", 6);
    const { visitor } = await loggedIn(owner);
    const path = `/mes-locations?cal=${monthOf(stay.startDate)}`;
    const { asked } = await askedBy(() => visitor.visit(myVenues, path));
    expect(asked.map((command) => command.slice(0, command.indexOf(":")))).toEqual([
      ...["aggregate reservations", "aggregate venues", "find bookedslots"],
    ]);
  });
});
