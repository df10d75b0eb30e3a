import { expect, it } from "vitest";
import { RESERVATION_STATES } from "@models/enumerations";
import { contactSince, contactUntil, sharesContact } from "./contact";

it("counts sixty days from the last day", () => {
  expect(contactUntil("2027-06-13")).toBe("2027-08-12");
  expect(contactSince("2027-08-12")).toBe("2027-06-13");
});

const endDate = "2027-06-13";

it.each([
  ["2027-05-01", true],
  ["2027-08-12", true],
  ["2027-08-13", false],
])("shows on %s what a stay until 13 June shares, called off or not: %s", (today, shared) => {
  for (const state of ["confirmed", "ended", "cancelling", "cancelled"] as const) {
    expect(sharesContact({ state, wasConfirmed: true, endDate }, today)).toBe(shared);
  }
});

it("shows nothing of a reservation that never was confirmed", () => {
  const shared = RESERVATION_STATES.filter((state) =>
    sharesContact({ state, wasConfirmed: false, endDate }, "2027-06-01"),
  );
  expect(shared).toEqual(["confirmed", "ended"]);
});
