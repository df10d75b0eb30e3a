import { expect, test } from "vitest";
import { pageData } from "./page-data.server";

test("data comes as it is", () => {
  const venues = [{ id: "a", cover: null, photoIds: ["b"] }];
  const { data, init } = pageData({ venues, count: 1, city: undefined }, { status: 200 });
  expect(data.venues).toBe(venues);
  expect(data).toEqual({ venues, count: 1, city: undefined });
  expect(init).toEqual({ status: 200 });
});

test("the types refuse what JSON would change", () => {
  // @ts-expect-error a Date would not become a text
  pageData({ day: new Date() });
  // @ts-expect-error neither would one further down
  pageData({ list: [{ map: new Map<string, string>() }] });
  expect(pageData({ day: "2026-11-21" }).data.day).toBe("2026-11-21");
});
