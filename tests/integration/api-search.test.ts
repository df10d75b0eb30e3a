import { beforeEach, expect, test } from "vitest";
import { addDays, addMonths, todayInParis } from "~/platform/days";
import { loader as searchCall } from "~/routes/api/location/get-filtred-locations";
import { loader as allCall } from "~/routes/api/location/get-all";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { Visitor, type Handler } from "../support/visitor";

/** A program that asks for free venues must not be answered with all of them because a word of it was not understood. */

useDatabase();
beforeEach(async () => {
  await emptyDatabase();
  await createVenue(await createOwner());
});

const today = todayInParis(new Date());
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
  ["days in another order", "start=06-11-2027", ["#/start"]],
  ["a day gone by", `start=${day(-1)}&end=${day(1)}`, ["#/start"]],
  ["days too far ahead", `start=${day(1)}&end=${addMonths(today, 30)}`, ["#/end"]],
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

test("a page of the listing that is none is refused", async () => {
  expect((await ask(allCall, "page=x")).status).toBe(422);
  expect((await ask(allCall, "page=1")).count).toBe(1);
});
