import { expect, it } from "vitest";
import { paginationWindow } from "./pagination-window";

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 5, [1, 2, "gap", 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [50, 97, [1, "gap", 49, 50, 51, "gap", 97]],
  [97, 97, [1, "gap", 96, 97]],
])("page %i of %i", (current, total, expected) => {
  expect(paginationWindow(current, total)).toEqual(expected);
});
