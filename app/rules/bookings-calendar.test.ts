import { expect, it } from "vitest";
import { bookedDays, dayWords } from "./bookings-calendar";

const booking = (id: string, startDate: string, fields: object = {}) => ({
  ...({ id, startDate, endDate: startDate, period: "Day", state: "confirmed" } as const),
  venueTitle: "Villa Garance",
  ...fields,
});

it("tells the half days of a month, what is booked before what is asked for", () => {
  const half = { period: "Half", startSlot: "AM", endSlot: "AM" };
  const days = bookedDays(
    [
      booking("a", "2027-06-11", { ...half, state: "pending" }),
      booking("b", "2027-06-11", { venueTitle: "La Verrière", endDate: "2027-06-12" }),
      booking("c", "2027-06-30", { ...half, endDate: "2027-07-01" }),
      booking("d", "2027-06-20", { state: "cancelled" }),
      booking("e", "2027-06-02", { ...half, state: "pending" }),
      booking("f", "2027-06-12", { ...half, state: "pending" }),
    ],
    "2027-06",
  );
  expect(days.map(({ day, halves, ids }) => [day, halves, ids])).toEqual([
    ["2027-06-02", { AM: "asked" }, ["e"]],
    ["2027-06-11", { AM: "booked", PM: "booked" }, ["a", "b"]],
    ["2027-06-12", { AM: "booked", PM: "booked" }, ["b", "f"]],
    ["2027-06-30", { AM: "booked", PM: "booked" }, ["c"]],
  ]);
  expect(days.slice(0, 2).map(dayWords)).toEqual([
    "matin à répondre, après-midi libre, Villa Garance",
    "matin réservé, après-midi réservé, Villa Garance, La Verrière",
  ]);
});
