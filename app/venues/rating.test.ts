import { expect, it } from "vitest";
import { ratingOf } from "./rating";

it.each([
  [1, 5, 50],
  [3, 14, 47],
  [3, 13, 43],
  // Halves go up: 4.25, and 4.35, which no binary fraction is.
  [4, 17, 43],
  [20, 87, 44],
])("%i reviews with %i stars are %i tenths of a star", (count, sum, average) => {
  expect(ratingOf(count, sum)).toEqual({ count, sum, average });
});

it("nothing comes of no review", () => {
  expect(ratingOf(0, 0)).toBeUndefined();
});
