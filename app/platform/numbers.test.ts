import { expect, it } from "vitest";
import { counted, formatCount, formatDecimal } from "./numbers";

it("writes numbers as French does", () => {
  expect([1, 1_000, 12_345].map(formatCount)).toEqual(["1", "1\u202f000", "12\u202f345"]);
  expect([0, 8.44, 12, 1_234.56].map(formatDecimal)).toEqual(["0", "8,4", "12", "1\u202f234,6"]);
});

it("keeps what is counted beside its number", () => {
  const said = [0, 1, 2, 1_000].map((count) => counted(count, "jour", "jours"));
  expect(said).toEqual(["0\u00a0jour", "1\u00a0jour", "2\u00a0jours", "1\u202f000\u00a0jours"]);
});
