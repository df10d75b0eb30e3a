import { createPayableVenue, slotsHeld } from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { WEEKDAYS } from "@models/enumerations";
import { ReservationModel } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { latestVenue } from "~/bookings/lists/latest-venue.server";
import { bookingPage } from "~/bookings/reserve/booking-page.server";
import { closeDays } from "~/bookings/reserve/close-days.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { monthOf, placeInWeek } from "~/rules/month-grid";
import type { TimeRules } from "~/rules/time-rules";
import { addDays, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { changeVenue } from "~/venues/edit-venue.server";
import { listPlaces } from "~/venues/map-places.server";
import { readSearch } from "~/venues/search-form";
import { listVenues } from "~/venues/search-venues.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser, createVenue, takeSlots } from "../support/fixtures";
import { expectSlotsToAgree } from "../support/slots-of-reservations";

useDatabase();

const now = new Date();
const day = (count: number) => addDays(todayInParis(now), count);
/** A Wednesday, far enough away. */
const WEDNESDAY = 10 + ((2 - placeInWeek(day(10)) + 7) % 7);
let venue: Venue;
let ownerId: string;
const id = () => venue._id.toString();

beforeEach(async () => {
  await emptyDatabase();
  const made = await createPayableVenue();
  venue = made.venue;
  ownerId = made.owner._id.toString();
});

const setRules = async (rules: TimeRules & { time?: "Half" }) => {
  await changeVenue(ownerId, id(), rules as Parameters<typeof changeVenue>[2]);
  venue = (await VenueModel.findById(venue._id).lean())!;
};
let keys = 0;
const take = async (from: number, to = from, slots: object = {}) =>
  await reserve({
    ...{ venueId: id(), buyer: { id: (await createUser())._id.toString() }, now, ...slots },
    ...{ startDate: day(from), endDate: day(to), requestKey: `form-${(keys += 1)}` },
  });
const refusal = (fields: object) => expect.objectContaining(fields) as unknown;
const isFound = async (from: number, to = from) => {
  const query = new URLSearchParams({ start: day(from), end: day(to) });
  const { search } = readSearch(query, { earliest: day(1), latest: day(400) });
  return (await listVenues(search, null, now)).count === 1;
};
const pageOf = async (from: number, to = from) =>
  await bookingPage(id(), {
    viewerId: null,
    raw: { startDate: day(from), endDate: day(to) },
    now,
  });

describe("rules of the days", () => {
  test.each([
    [{ minimumNotice: 5 }, [4, 4], [5, 5], "Ce lieu se réserve au moins 5\u00a0jours à l’avance."],
    [
      { closedWeekdays: ["jeudi" as const] },
      [WEDNESDAY, WEDNESDAY + 2],
      [WEDNESDAY + 2, WEDNESDAY + 3],
      "Ce lieu est fermé le jeudi. Choisissez des dates sans jour de fermeture.",
    ],
    [{ shortestStay: 2 }, [9, 9], [9, 10], "Ce lieu se réserve pour 2\u00a0jours au moins."],
    [{ longestStay: 2 }, [9, 11], [9, 10], "Ce lieu se réserve pour 2\u00a0jours au plus."],
  ])("%j hold on the page, in the search and for reserving", async (rules, no, yes, message) => {
    await setRules(rules);
    const [refused, allowed] = [no as [number, number], yes as [number, number]];
    await expect(take(...refused)).rejects.toThrow(message);
    expect(await BookedSlotModel.countDocuments()).toBe(0);
    expect(await pageOf(...refused)).toMatchObject({ problem: message, offer: null });
    expect(await pageOf(...allowed)).toMatchObject({ problem: null, offer: {} });
    expect([await isFound(...refused), await isFound(...allowed)]).toEqual([false, true]);
    expect((await take(...allowed)).status).toBe("hold");
  });

  test("are kept by what is found where nobody may have more than half a day", async () => {
    await setRules({ time: "Half", longestStay: 1 });
    expect(await isFound(9, 10)).toBe(false);
    const query = new URLSearchParams({ start: day(9), end: day(9) });
    const { search } = readSearch(query, { earliest: day(1), latest: day(400) });
    const [found] = (await listVenues(search, null, now)).venues;
    expect(found?.stay).toMatchObject({ units: "1\u00a0demi-journée" });
    const places = await listPlaces(search, null, now);
    expect(places.venues[0]?.href).toContain(found?.stay?.query);
    const asked = new URLSearchParams(found?.stay?.query);
    const raw = {
      ...{ startDate: asked.get("start"), endDate: asked.get("end") },
      ...{ startSlot: asked.get("startSlot"), endSlot: asked.get("endSlot") },
    };
    const { problem, offer } = await bookingPage(id(), { viewerId: null, raw, now });
    expect(problem).toBeNull();
    expect(found?.stay?.total).toBe(formatEuros(offer!.total));
  });

  test("leave out similar venues that do not rent out the days asked for", async () => {
    const like = await createVenue({ _id: venue.userId }, { longestStay: 1 });
    const similar = async (to: number) => (await pageOf(9, to)).similar.map((one) => one.id);
    await isFound(9);
    expect(await similar(9)).toEqual([like._id.toString()]);
    expect(await similar(10)).toEqual([]);
  });

  test("choose similar venues by the half days asked for, as far as they are rented by them", async () => {
    await setRules({ time: "Half" });
    const make = async (fields: Partial<Venue>) =>
      (await createVenue({ _id: venue.userId }, fields))._id.toString();
    const atMost = await make({ time: "Half", longestStay: 1 });
    const atLeast = await make({ time: "Half", shortestStay: 2 });
    const similar = async (slots: object, to = 9) => {
      // A search brings the index up to date.
      await isFound(9);
      const raw = { startDate: day(9), endDate: day(to), ...slots };
      const page = await bookingPage(id(), { viewerId: null, raw, now });
      return Object.fromEntries(page.similar.map((one) => [one.id, one.stay?.query]));
    };
    const whole = `?start=${day(9)}&end=${day(9)}`;
    // All day: half of it is found where nobody may have more, as by a search.
    const both = { [atMost]: `${whole}&startSlot=AM&endSlot=AM`, [atLeast]: whole };
    expect(await similar({})).toEqual(both);
    expect(await similar({ startSlot: "AM", endSlot: "PM" })).toEqual(both);
    // Of half days that nobody can have the days may be had.
    expect(await similar({ startSlot: "PM", endSlot: "AM" })).toEqual(both);
    expect(await similar({ startSlot: "PM" }, 10)).toEqual({
      [atLeast]: `?start=${day(9)}&end=${day(10)}&startSlot=PM&endSlot=PM`,
    });
    const afternoon = { startSlot: "PM", endSlot: "PM" };
    const half = { [atMost]: `${whole}&startSlot=PM&endSlot=PM` };
    expect(await similar(afternoon)).toEqual(half);
    const byDay = await make({});
    expect(await similar(afternoon)).toEqual({ ...half, [byDay]: whole });
  });

  test("are refused where no stay could keep them, whichever of them changes", async () => {
    await setRules({ shortestStay: 3 });
    await expect(setRules({ longestStay: 2 })).rejects.toEqual(
      refusal({ code: "stay_lengths_reversed", field: "shortestStay" }),
    );
    const allButTwo = WEEKDAYS.slice(2);
    await expect(setRules({ closedWeekdays: allButTwo })).rejects.toEqual(
      refusal({ code: "stay_never_open" }),
    );
    expect((await VenueModel.findById(venue._id).lean())?.longestStay).toBeUndefined();
  });

  test("change nothing for what was reserved before", async () => {
    const before = await take(9);
    await setRules({ minimumNotice: 30, preparationAfter: 2 });
    expect(await slotsHeld(before)).toBe(2);
    expect(await ReservationModel.findById(before._id).lean()).toMatchObject({ status: "hold" });
    await expectSlotsToAgree();
  });
});

describe("preparation", () => {
  beforeEach(() => setRules({ preparationBefore: 1, preparationAfter: 2 }));

  test("takes half days of the reservation's own, which go with it", async () => {
    const hold = await take(10);
    expect(await slotsHeld(hold)).toBe(5);
    await expectSlotsToAgree();
    // The two days after are too near: one half for the next one's own preparation.
    for (const near of [9, 11]) {
      await expect(take(near)).rejects.toEqual(refusal({ code: "days_taken" }));
      expect((await pageOf(near)).problem).not.toBeNull();
      expect(await isFound(near)).toBe(false);
    }
    expect([await isFound(8), await isFound(12), await isFound(13)]).toEqual([false, false, true]);
    const shown = async () =>
      (await latestVenue({ id: ownerId, stripeStats: "active" }, monthOf(day(10)), now))
        ?.blockedDays;
    // Nobody but its buyer sees what is not paid.
    expect(await shown()).toEqual([]);
    await ReservationModel.updateOne({ _id: hold._id }, { status: "confirmed" });
    expect(await shown()).toEqual([day(10)]);
    await ReservationModel.updateOne({ _id: hold._id }, { status: "hold" });
    const by = { role: "buyer", userId: hold.userId.toString() } as const;
    await cancelReservation({ reservationId: hold._id.toString(), by, now });
    expect(await BookedSlotModel.countDocuments()).toBe(0);
    expect(await isFound(9)).toBe(true);
  });

  test("has no room on days that the owner closed, nor closing any on it", async () => {
    await takeSlots(venue, [day(11), "PM"]);
    await expect(take(10)).rejects.toEqual(refusal({ code: "days_taken" }));
    expect((await take(9)).status).toBe("hold");
    const raw = { startDate: day(10), endDate: day(10) };
    await expect(closeDays(ownerId, id(), { raw, now })).rejects.toEqual(
      refusal({ code: "days_not_free" }),
    );
  });

  test("is held by the same lock: of stays too near to each other one is made", async () => {
    const results = await Promise.allSettled([take(10), take(11), take(12), take(10)]);
    const made = results.filter(({ status }) => status === "fulfilled");
    const refused = results.filter(({ status }) => status === "rejected");
    expect(made).toHaveLength(1);
    expect(refused.map((one) => (one as PromiseRejectedResult).reason as unknown)).toEqual(
      refused.map(() => refusal({ code: "days_taken" })),
    );
    await expectSlotsToAgree();
  });

  test("says its reason in the picker, and where the next free dates are", async () => {
    await take(10);
    const page = await pageOf(11);
    expect(page.taken.map(({ reason }) => reason)).toEqual([
      undefined,
      "fermé pour préparation",
      "fermé pour préparation",
    ]);
    expect(page.unavailable).toHaveLength(1);
    expect(page.calendar?.dates[0]?.day).toBe(day(13));
    expect(page.ruleTerms).toHaveLength(1);
    // Nobody has reserved what the owner closed.
    await closeDays(ownerId, id(), { raw: { startDate: day(30), endDate: day(30) }, now });
    const { taken } = await pageOf(11);
    const reasonOf = (count: number) => taken.find(({ start }) => start.day === day(count))?.reason;
    expect([reasonOf(10), reasonOf(30)]).toEqual([undefined, "fermé"]);
  });
});
