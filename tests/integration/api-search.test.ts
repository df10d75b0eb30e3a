import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { CAPACITY_CODES, EQUIPMENT } from "@models/enumerations";
import { addDays, addMonths, formatDay, todayInParis } from "~/platform/days";
import { loader as searchCall } from "~/routes/api/location/get-filtred-locations";
import { loader as allCall } from "~/routes/api/location/get-all";
import { searchAsked, searchInput } from "~/venues/api-venues.server";
import { SORTS } from "~/venues/search-form";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue, takeSlots } from "../support/fixtures";
import { Visitor, type Handler } from "../support/visitor";

/** A program that asks for free venues must not be answered with all of them because a word of it was not understood. */

useDatabase();
beforeEach(async () => {
  await emptyDatabase();
  await takeSlots(await createVenue(await createOwner()), [day(9), "AM"]);
});

const now = new Date();
const today = todayInParis(now);
const day = (days: number) => addDays(today, days);

interface Answer {
  count?: number;
  errors?: { pointer: string; detail: string }[];
}

async function ask(handler: Handler, query: string) {
  const response = await new Visitor().visit(handler, `/api?${query}`);
  const { count, errors } = (await response.json()) as Answer;
  return { status: response.status, count, fields: errors?.map(({ pointer }) => pointer) };
}

test.each([
  ["a day that is none", "start=2027-02-30&end=2027-03-01", ["#/start"]],
  ["days in another order", "start=2027/11/06", ["#/start"]],
  ["a day gone by", `start=${day(-1)}&end=${day(1)}`, ["#/start"]],
  ["days too far ahead", `start=${day(1)}&end=${addMonths(today, 30)}`, ["#/end"]],
  ["days the wrong way round", `start=${day(5)}&end=${day(3)}`, ["#/end"]],
  ["days too long to hold", `start=${day(1)}&end=${day(400)}`, ["#/end"]],
  ["people that are no number", "people=abc", ["#/people"]],
  ["a type and an order that are none", "type=Ch%C3%A2teau+fort&sort=best", ["#/sort", "#/type"]],
  ["one type of several", "type=Salle&type=Ch%C3%A2teau+fort", ["#/type"]],
  ["prices that are none", "minPrice=cher&maxPrice=-3", ["#/maxPrice", "#/minPrice"]],
  ["prices the wrong way round", "minPrice=900&maxPrice=100", ["#/minPrice"]],
  ["a page that is none", "page=0", ["#/page"]],
])("a search by %s is refused, and says where", async (_, query, fields) => {
  const answer = await ask(searchCall, query);
  expect({ ...answer, fields: answer.fields?.sort() }).toEqual({
    ...{ status: 422, count: undefined, fields },
  });
});

test("what is understood is searched for, blanks are absent", async () => {
  const days = `start=${day(3)}&end=${day(4)}`;
  for (const query of ["", "city=&people=&start=&type=", days, `start=${day(3)}`, "people=1+000"]) {
    expect([query, (await ask(searchCall, query)).status]).toEqual([query, 200]);
  }
  expect((await ask(searchCall, `${days}&city=lyon&minPrice=540&maxPrice=540`)).count).toBe(1);
});

test.each([
  ["a day with a character that nobody sees", `start=${day(9)}%E2%80%8B`],
  ["people with a sign beside their number", "people=80 €"],
  ["a thousand people with a point", "people=1.000"],
  ["a type whose accents stand by themselves", `type=${"Châteaux".normalize("NFD")}`],
  ["a price with a character that nobody sees", "maxPrice=100%E2%80%8B"],
])("a search by %s is read as it was meant", async (_, query) => {
  expect(await ask(searchCall, query)).toMatchObject({ status: 200, count: 0 });
});

test("nothing of what a call was let ask is left out", () => {
  const sent = fc.record(
    {
      city: fc.constantFrom("Lyon", "St\u200b Malo", " E\u0301 ", "75011"),
      minPrice: fc.constantFrom("0,01", "1 000,50", "200000"),
      maxPrice: fc.constantFrom("100", "1000\u200b", "250000"),
      start: fc.constantFrom(day(2), `${day(3)}\u200b`, formatDay(day(4))),
      end: fc.constantFrom(day(2), day(5)),
      people: fc.constantFrom("1", "80 €", "1\u202f000", "1.000", "12,0"),
      capacity: fc.constantFrom(...CAPACITY_CODES),
      type: fc.constantFrom("Châteaux", "Cha\u0302teaux", "Jardins\u200b"),
      equipment: fc.constantFrom(...EQUIPMENT),
      sort: fc.constantFrom(...SORTS),
      page: fc.constantFrom("1", "2,0", "50"),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(sent, (fields) => {
      const read = searchInput.schema.safeParse(fields);
      const prices = [fields.minPrice, fields.maxPrice];
      if (!read.success) {
        // Its prices or its days were the wrong way round.
        const said = read.error.issues.map(({ path }) => path.join());
        expect(said).not.toEqual([]);
        for (const name of said) {
          const [first, last] = name === "end" ? [fields.start, fields.end] : prices;
          expect([["minPrice", "end"].includes(name), !!first, !!last]).toEqual([true, true, true]);
        }
        return;
      }
      const { search, errors, notices } = searchAsked(read.data, now);
      const { type, equipment, start, end, city, people, capacity } = fields;
      expect({ errors, notices }).toEqual({ errors: {}, notices: [] });
      expect([search.types.length, search.equipment.length, search.capacity]).toEqual([
        ...[type ? 1 : 0, equipment ? 1 : 0, capacity],
      ]);
      expect([!!search.start, !!search.city, !!search.people]).toEqual([
        ...[!!(start ?? end), !!city, !!people],
      ]);
    }),
  );
});

test("a page of the listing that is none is refused", async () => {
  expect((await ask(allCall, "page=x")).status).toBe(422);
  expect((await ask(allCall, "page=1")).count).toBe(1);
  const past = await new Visitor().visit(allCall, "/api?page=2");
  expect(await past.json()).toMatchObject({ locations: [], count: 1, page: 2, pages: 1 });
});
