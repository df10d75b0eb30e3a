import { expect, it } from "vitest";
import { fitted, sizeText } from "./photo-files";

it("draws photos no larger than they are kept, and none larger than it is", () => {
  expect(fitted(4_032, 3_024, 1_920)).toEqual([1_920, 1_440]);
  expect(fitted(3_024, 4_032, 1_920)).toEqual([1_920, 2_560]);
  expect(fitted(800, 600, 1_920)).toEqual([800, 600]);
});

it("says how much is sent", () => {
  expect([1_440_000, 99_000].map(sizeText)).toEqual(["1,4\u00a0Mo", "moins de 0,1\u00a0Mo"]);
});
