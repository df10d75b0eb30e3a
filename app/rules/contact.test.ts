import { expect, it } from "vitest";
import { RESERVATION_STATES } from "@models/enumerations";
import { contactUntil, sharesContact } from "./contact";

it("counts sixty days from the last day", () => {
  expect(contactUntil("2027-06-13")).toBe("2027-08-12");
});

it.each([
  ["2027-05-01", true],
  ["2027-08-12", true],
  ["2027-08-13", false],
])("shows on %s what a stay until 13 June shares: %s", (today, shared) => {
  expect(sharesContact("confirmed", "2027-06-13", today)).toBe(shared);
  expect(sharesContact("ended", "2027-06-13", today)).toBe(shared);
});

it("shows nothing of a reservation that is not confirmed", () => {
  const shared = RESERVATION_STATES.filter((state) =>
    sharesContact(state, "2027-06-13", "2027-06-01"),
  );
  expect(shared).toEqual(["confirmed", "ended"]);
});
