import { expect, it } from "vitest";
import { pageOf } from "./paging";

const letters = ["a", "b", "c", "d", "e"];

it.each([
  [1, ["a", "b"], 1],
  [2, ["c", "d"], 2],
  [3, ["e"], 3],
  [0, ["a", "b"], 1],
  [-4, ["a", "b"], 1],
  [99, ["e"], 3],
])("gives page %i of five, two a page", (page, items, shown) => {
  expect(pageOf(letters, page, 2)).toEqual({ items, page: shown, pages: 3, total: 5 });
});

it("gives an empty list one page", () => {
  expect(pageOf([], 1, 20)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
});

it("has no page more when the last is full", () => {
  expect(pageOf(letters.slice(0, 4), 3, 2)).toMatchObject({ items: ["c", "d"], page: 2, pages: 2 });
});
