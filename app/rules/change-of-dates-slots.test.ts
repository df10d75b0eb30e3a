import { Types } from "mongoose";
import { expect, it } from "vitest";
import { addMinutes, parisMidnight } from "~/platform/days";
import { changeDeadline, slotsBeyond, slotsOfHolds } from "./change-of-dates";

const NOW = new Date("2027-06-04T10:00:00Z");
const VENUE = "650000000000000000000001";
const WHOLE = { startSlot: "AM", endSlot: "PM", period: "Day" } as const;
const stay = {
  ...{ ...WHOLE, venueId: new Types.ObjectId(VENUE) },
  ...{ startDate: "2027-06-11", endDate: "2027-06-13" },
};

it("waits a day for the owner's yes, and never past the first day of either dates", () => {
  const far = "2027-07-01";
  expect(changeDeadline(NOW, far, far)).toEqual(addMinutes(NOW, 24 * 60));
  expect(changeDeadline(NOW, "2027-06-05", far)).toEqual(parisMidnight("2027-06-05"));
  expect(changeDeadline(NOW, far, "2027-06-05")).toEqual(parisMidnight("2027-06-05"));
});

it("takes and frees only the half days that differ", () => {
  const later = { ...stay, startDate: "2027-06-13", endDate: "2027-06-15" };
  const idsOf = (slots: { _id: string }[]) => slots.map(({ _id }) => _id);
  expect(idsOf(slotsBeyond(stay, later, stay))).toEqual([
    ...[`${VENUE}:2027-06-14:AM`, `${VENUE}:2027-06-14:PM`],
    ...[`${VENUE}:2027-06-15:AM`, `${VENUE}:2027-06-15:PM`],
  ]);
  expect(idsOf(slotsBeyond(stay, stay, later))).toEqual([
    ...[`${VENUE}:2027-06-11:AM`, `${VENUE}:2027-06-11:PM`],
    ...[`${VENUE}:2027-06-12:AM`, `${VENUE}:2027-06-12:PM`],
  ]);
});

it("knows the half days of somebody's unpaid holds, with those kept free beside them", () => {
  const other = "650000000000000000000002";
  const day = { ...stay, endDate: "2027-06-11" };
  const afternoon = { ...day, venueId: new Types.ObjectId(other), startSlot: "PM" } as const;
  const held = slotsOfHolds([
    { ...day, preparationAfter: 1 },
    { ...afternoon, period: "Half" },
  ]);
  expect([...held]).toEqual([
    ...[`${VENUE}:2027-06-11:AM`, `${VENUE}:2027-06-11:PM`, `${VENUE}:2027-06-12:AM`],
    `${other}:2027-06-11:PM`,
  ]);
  expect(slotsOfHolds([]).size).toBe(0);
});
