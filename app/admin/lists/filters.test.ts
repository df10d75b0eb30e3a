import { expect, it } from "vitest";
import { dayFilter } from "./filters";

it.each([
  ["2027-06-11", "2027-06-11"],
  [" 11/06/2027 ", "2027-06-11"],
  ["\u200E11/06/2027", "2027-06-11"],
  ["11 juin", ""],
  ["9999-12-31", ""],
])("a list's day %j is read as %j", (typed, day) => {
  expect(dayFilter.parse(typed)).toBe(day);
});
