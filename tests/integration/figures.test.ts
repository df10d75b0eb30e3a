import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { DayCountModel } from "@models/day-count";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel, type Reservation } from "@models/reservation";
import { lastMonth, readLastMonth } from "~/admin/dashboard/last-month.server";
import { figuresPage } from "~/admin/figures/figures-page.server";
import { addDays, addMinutes, parisMidnight, parisNoon, todayInParis } from "~/platform/days";
import { durationText, median } from "~/admin/figures/figures";
import { countVisits, FILTERS } from "~/platform/http/count-visits.server";
import { pageCache } from "~/platform/http/page-cache.server";
import { formatEuros } from "~/platform/money";
import { countVisit, noteResults, writeVisits } from "~/platform/visits.server";
import { searchFields } from "~/venues/search-form";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { copiesOf, heldAtOnce } from "../support/held-at-once";
import { createReservation } from "../support/reservations";

useDatabase();
beforeEach(async () => {
  await writeVisits();
  await emptyDatabase();
});

const stored = async () =>
  Object.fromEntries((await DayCountModel.find().lean()).map(({ _id, count }) => [_id, count]));

describe("visits", () => {
  it("are counted by the day of Paris and added to what other processes wrote", async () => {
    const midnight = parisMidnight("2027-03-29");
    countVisit("search", addMinutes(midnight, -1));
    countVisit("search", midnight);
    await writeVisits();
    [1, 2, 3].forEach(() => countVisit("search", midnight));
    await writeVisits();
    expect(await stored()).toEqual({ "2027-03-28:search": 1, "2027-03-29:search": 4 });
  });

  it("are added to what another process writes first in the same moment", async () => {
    const noon = parisNoon("2027-03-29");
    countVisit("search", noon);
    // It looks, and finds nothing of the day yet.
    const look = vi.spyOn(DayCountModel, "updateOne");
    look.mockImplementationOnce((() => Promise.resolve({ matchedCount: 0 })) as never);
    await DayCountModel.create({
      ...{ _id: "2027-03-29:search", day: "2027-03-29", name: "search", count: 5 },
    });
    await writeVisits();
    look.mockRestore();
    expect(await stored()).toEqual({ "2027-03-29:search": 6 });
  });

  it("count pages that are kept, and neither programs nor what is fetched beforehand", async () => {
    const app = express();
    app.use(countVisits);
    app.use(
      pageCache((url) => {
        noteResults(url, url.includes("zzz") ? 0 : 3);
        return Promise.resolve(new Response("<p>", { headers: { "content-type": "text/html" } }));
      }),
    );
    app.use((_request, response) => void response.status(404).end());
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = { "user-agent": "Mozilla/5.0", "accept-encoding": "br" };
    const visit = async (path: string, headers: Record<string, string> = {}) =>
      await (await fetch(origin + path, { headers: { ...browser, ...headers } })).text();
    const venue = `/reservation/${"a".repeat(24)}`;
    for (const path of ["/reservation?city=lyon", "/reservation?city=zzz", venue]) {
      await visit(path);
      await visit(path);
    }
    await visit("/reservation");
    await visit("/reservation?city=lyon&page=2");
    await visit("/contact");
    await visit(venue, { "sec-purpose": "prefetch" });
    await visit(venue, { "user-agent": "Googlebot/2.1" });
    server.close();
    server.closeAllConnections();
    await writeVisits();
    const counts = await DayCountModel.find().lean();
    const sum = (name: string) =>
      counts.filter((one) => one.name === name).reduce((all, { count }) => all + count, 0);
    expect([sum("search"), sum("search_empty"), sum("venue")]).toEqual([4, 2, 2]);
  });
});

it("a search is counted by each field of the listing's that narrows it down", () => {
  const { sort: _, page: __, ...narrowing } = searchFields;
  expect(FILTERS.toSorted()).toEqual(Object.keys(narrowing).toSorted());
});

it("the page has the figures of its days, each counted a second time", async () => {
  const now = parisNoon("2027-03-30");
  const today = todayInParis(now);
  const owner = await createOwner();
  const buyer = await createUser();
  const venue = await createVenue(owner, { postalCode: "97400" });
  await createVenue(owner);
  await createVenue(owner, { searchable: false });
  const first = parisMidnight(addDays(today, -6));
  const entry = (state: "hold" | "pending" | "confirmed", minutes: number, at = first) => ({
    state,
    at: addMinutes(at, minutes),
    by: state === "confirmed" ? ("owner" as const) : ("buyer" as const),
    why: "Essai",
  });
  const made = async (
    createdAt: Date,
    history: ReturnType<typeof entry>[],
    fields: Partial<Reservation> = {},
  ) =>
    await createReservation({
      ...fields,
      venue,
      buyer,
      status: "dead",
      startDate: "2027-06-01",
      needValidation: true,
      createdAt,
      history,
    });
  const { _id } = await made(first, [
    entry("hold", 0),
    entry("pending", 5),
    entry("confirmed", 65),
  ]);
  await made(now, [entry("hold", 0, now)]);
  // Dearer dates of one that is there, and days that a waiting list held: no step of anybody's on their way.
  const { startDate, endDate, startSlot, endSlot, total } = (await ReservationModel.findById(_id))!;
  const stay = { startDate, endDate, startSlot, endSlot, total };
  await made(first, [entry("hold", 9)], { supplementTo: { reservation: _id, ...stay } });
  await made(first, [entry("hold", 9)], { offer: _id });
  // A minute before the first day: of another period.
  await made(addMinutes(first, -1), [entry("hold", -1), entry("confirmed", 0)]);
  await LedgerEntryModel.insertMany(
    (
      [
        ["captured", 10_000],
        ["transferred", 10_000],
        ["fee", 2_000],
        ["refunded", 5_000],
      ] as const
    ).map(([type, amount]) => ({
      _id: `${type}:x`,
      reservation: venue._id,
      buyer: buyer._id,
      owner: owner._id,
      type,
      amount,
      stripeId: "x",
      at: first,
    })),
  );
  for (const name of ["search", "search", "search_empty", "venue"] as const) countVisit(name, now);
  await writeVisits();

  const page = await figuresPage("7", now);
  expect(page.period).toBe("Du 24/03/2027 au 30/03/2027");
  expect(page.funnel.map(({ count }) => count)).toEqual([2, 1, 2, 1, 1]);
  expect(page.facts.map(({ value }) => value)).toEqual([
    formatEuros(10_000),
    formatEuros(2_000),
    formatEuros(5_000),
    "100\u00a0%",
    "1\u00a0h",
    "50\u00a0%",
  ]);
  expect(page.reservations.bars.map(({ value }) => value)).toEqual([1, 0, 0, 0, 0, 0, 0]);
  expect(page.paid.bars.map(({ value }) => value)).toEqual([10_000, 0, 0, 0, 0, 0, 0]);
  const { facts: none } = await figuresPage("7", parisNoon("2027-01-10"));
  expect(none.map(({ detail }) => detail.replaceAll("\u00a0", " "))).toEqual([
    ...["repris par les banques, moins ce qu’elles ont rendu : 0,00 €", "rien n’a été payé"],
    ...["rien n’a été payé", "0 réponse sur 0 demande", "0 refus, aucune réponse", "0 sur 0"],
  ]);
  // Today is not over, and counts in no mean.
  expect(page.reservations.mean).toEqual({ value: 1 / 6, text: "0,2" });
  expect(page.funnel.map(({ worst }) => worst)).toEqual([false, true, false, false, false]);
  expect(page.supply).toEqual([
    { name: "Rhône (69)", count: 1 },
    { name: "La Réunion (974)", count: 1 },
  ]);
});

it("the dashboard compares the last thirty days with those before up to the same hour, counted a second time", async () => {
  // Clocks were changed on the 28th of March: noon of thirty days before is thirty days and an hour ago.
  const now = parisNoon("2027-04-10");
  const today = todayInParis(now);
  const [first, before] = [-29, -59].map((days) => parisMidnight(addDays(today, days)));
  const cut = parisNoon(addDays(today, -30));
  const owner = await createOwner();
  const buyer = await createUser();
  const venue = await createVenue(owner);
  const instants = [before!, first!, cut, parisMidnight(addDays(today, 1))]
    .flatMap((instant) => [addMinutes(instant, -1), instant])
    .concat(addMinutes(now, -1));
  const inLast = (at: Date) => at >= first! && at < parisMidnight(addDays(today, 1));
  const inBefore = (at: Date) => at >= before! && at < cut;
  // Each amount is another power of two: a sum tells by itself what it is made of.
  const paid = instants.map((at, place) => ({ at, amount: 100 * 2 ** place }));
  await LedgerEntryModel.insertMany(
    paid.flatMap(({ at, amount }, place) =>
      (["captured", "refunded"] as const).map((type) => ({
        _id: `${type}:${place}`,
        reservation: venue._id,
        buyer: buyer._id,
        owner: owner._id,
        type,
        amount: type === "captured" ? amount : amount / 4,
        stripeId: "x",
        at,
      })),
    ),
  );
  for (const [place, createdAt] of instants.entries()) {
    const step = (state: "pending" | "confirmed", minutes: number) => ({
      ...{ state, at: addMinutes(createdAt, minutes), why: "Essai" },
      by: state === "pending" ? ("buyer" as const) : ("owner" as const),
    });
    await createReservation({
      ...{ venue, buyer, createdAt, status: "dead", startDate: "2027-06-01", needValidation: true },
      history: [step("pending", 0), step("confirmed", 60 * (place + 1))],
    });
  }
  const sum = (isIn: (at: Date) => boolean) =>
    paid.filter(({ at }) => isIn(at)).reduce((all, { amount }) => all + amount, 0);
  const hours = (isIn: (at: Date) => boolean) =>
    median(instants.flatMap((at, place) => (isIn(at) ? [60 * (place + 1)] : [])))!;
  for (const [day, name, count] of [
    [-30, "search", 8],
    [-30, "search_empty", 2],
    [-29, "search", 10],
    [0, "search_empty", 1],
  ] as const) {
    const at = addMinutes(parisMidnight(addDays(today, day)), 1);
    for (let visit = 0; visit < count; visit += 1) countVisit(name, at);
  }
  await writeVisits();

  const month = await readLastMonth(now);
  expect(month.period).toBe("Du 12/03/2027 au 10/04/2027");
  const rise = Math.round((100 * (sum(inLast) - sum(inBefore))) / sum(inBefore));
  expect(month.facts.map(({ value, trend }) => [value, trend?.change ?? null])).toEqual([
    [
      formatEuros(sum(inLast)),
      `En hausse de ${new Intl.NumberFormat("fr-FR").format(rise)}\u00a0%`,
    ],
    [formatEuros(0), null],
    [formatEuros(sum(inLast) / 4), "Stable"],
    ["100\u00a0%", "Stable"],
    [durationText(hours(inLast)), `En hausse de ${durationText(hours(inLast) - hours(inBefore))}`],
    ["10\u00a0%", "En baisse de 15\u00a0points"],
  ]);
  const { facts, reservations, paid: amounts, funnel } = await figuresPage("30", now);
  expect(month.facts.map(({ value }) => value)).toEqual(facts.map(({ value }) => value));
  expect(month).toMatchObject({ reservations, paid: amounts, funnel });

  // Kept for five minutes, and not beyond its day.
  const seen = async (at: Date) => (await lastMonth(at)).facts[0]!.value;
  expect(await seen(now)).toBe(formatEuros(sum(inLast)));
  await LedgerEntryModel.deleteMany({});
  expect(await seen(addMinutes(now, 4))).toBe(formatEuros(sum(inLast)));
  expect(await seen(addMinutes(now, 5))).toBe(formatEuros(0));
});

it("of the days that somebody asks for it goes through all reservations once in five minutes", async () => {
  const now = parisNoon("2027-05-11");
  const read = vi.spyOn(ReservationModel, "find");
  onTestFinished(() => read.mockRestore());
  await Promise.all([figuresPage("7", now), figuresPage("7", now)]);
  await figuresPage("7", addMinutes(now, 4));
  expect(read).toHaveBeenCalledTimes(1);
  expect((await figuresPage("30", now)).span).toBe("30");
  expect((await figuresPage("7", addMinutes(now, 5))).span).toBe("7");
  expect(read).toHaveBeenCalledTimes(3);
});

it("of a busy season it keeps no reservation in memory but those that it is counting", async () => {
  const now = parisNoon("2027-06-11");
  const createdAt = addMinutes(now, -60 * 24);
  const venue = await createVenue(await createOwner());
  const reserved = {
    venue,
    buyer: await createUser(),
    startDate: "2027-09-01",
    createdAt,
  } as const;
  await copiesOf(await createReservation({ ...reserved, status: "confirmed" }), 1_200);
  const { answer, most } = await heldAtOnce(() => readLastMonth(now));
  expect(answer.funnel.map(({ count }) => count)).toEqual([0, 0, 1_201, 1_201, 1_201]);
  expect(most).toBeLessThanOrEqual(500);
});
