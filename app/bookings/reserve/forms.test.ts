import { expect, it } from "vitest";
import { rawStayOf, rawStayOfQuery } from "./forms";

const copied = { start: "\u200E11/06/2027", end: "13/06\u00AD/2027" };
const days = { startDate: "11/06/2027", endDate: "13/06/2027" };

it("reads days that are copied with marks that nobody sees, of a form and of an address", () => {
  expect(rawStayOf(copied)).toMatchObject(days);
  expect(rawStayOfQuery(new URLSearchParams(copied))).toMatchObject(days);
});

it("leaves days that are not there absent", () => {
  expect(rawStayOf({})).toMatchObject({ startDate: undefined });
  expect(rawStayOfQuery(new URLSearchParams())).toMatchObject({ startDate: null });
});
