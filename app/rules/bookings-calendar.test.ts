import { expect, it } from "vitest";
import { bookedDays, dayWords } from "./bookings-calendar";

const booking = (id: string, startDate: string, fields: object = {}) => ({
  ...({ id, startDate, endDate: startDate, period: "Day", state: "confirmed" } as const),
  ...{ venueTitle: "Villa Garance", venueCity: "Nice", buyer: `Hugo ${id.toUpperCase()}.` },
  ...fields,
});

it("tells the half days of a month, what is booked before what is asked for", () => {
  const half = { period: "Half", startSlot: "AM", endSlot: "AM" };
  const days = bookedDays(
    [
      booking("a", "2027-06-11", { ...half, state: "pending" }),
      booking("b", "2027-06-11", {
        venueTitle: "La Verrière",
        venueCity: "Lyon",
        endDate: "2027-06-12",
      }),
      booking("c", "2027-06-30", { ...half, endDate: "2027-07-01" }),
      booking("d", "2027-06-20", { state: "cancelled" }),
      booking("e", "2027-06-02", { ...half, state: "pending" }),
      booking("f", "2027-06-12", { ...half, state: "pending" }),
    ],
    "2027-06",
  );
  const booked = (id: string) => ({ state: "booked", who: [`Hugo ${id}.`] });
  const [asking, having] = [{ state: "pending" }, { state: "confirmed" }];
  expect(days.map(({ day, halves, bookings }) => [day, halves, bookings])).toEqual([
    ["2027-06-02", { AM: { state: "asked", who: ["Hugo E."] } }, [{ id: "e", ...asking }]],
    [
      ...["2027-06-11", { AM: booked("B"), PM: booked("B") }],
      [
        { id: "a", ...asking },
        { id: "b", ...having },
      ],
    ],
    [
      ...["2027-06-12", { AM: booked("B"), PM: booked("B") }],
      [
        { id: "b", ...having },
        { id: "f", ...asking },
      ],
    ],
    ["2027-06-30", { AM: booked("C"), PM: booked("C") }, [{ id: "c", ...having }]],
  ]);
  expect(days.slice(0, 2).map(dayWords)).toEqual([
    "matin à répondre (Hugo E.), après-midi libre, Villa Garance (Nice)",
    "matin réservé (Hugo B.), après-midi réservé (Hugo B.), Villa Garance (Nice), La Verrière (Lyon)",
  ]);
});

it("lists a reservation as what is to be answered on a day that it has and is asked to keep, in either order", () => {
  const stays = [
    booking("a", "2027-06-11", { endDate: "2027-06-12" }),
    booking("a", "2027-06-12", { endDate: "2027-06-13", state: "change" }),
  ];
  const change = [{ id: "a", state: "change" }];
  const listed = [
    ["2027-06-11", [{ id: "a", state: "confirmed" }]],
    ["2027-06-12", change],
    ["2027-06-13", change],
  ];
  for (const order of [stays, stays.toReversed()]) {
    const days = bookedDays(order, "2027-06");
    expect(days.map(({ day, bookings }) => [day, bookings])).toEqual(listed);
    expect(days[1]?.halves.AM?.state).toBe("booked");
  }
});

it("tells what closes half days that nobody booked, and names two who have booked at once", () => {
  const days = bookedDays(
    [booking("a", "2027-06-06"), booking("b", "2027-06-06", { venueCity: "Lyon" })],
    "2027-06",
    {
      halves: [
        { day: "2027-06-06", slot: "AM", state: "closed" },
        { day: "2027-06-07", slot: "AM", state: "preparation" },
        { day: "2027-06-08", slot: "PM", state: "imported", who: "Mairie" },
        { day: "2027-06-13", slot: "PM", state: "closed" },
        { day: "2027-07-01", slot: "PM", state: "closed" },
      ],
      rules: { closedWeekdays: ["dimanche"] },
    },
  );
  expect(days.map((day) => `${day.day}\u00a0: ${dayWords(day)}`)).toEqual([
    "2027-06-06\u00a0: matin réservé (Hugo A., Hugo B.), après-midi réservé (Hugo A., Hugo B.), Villa Garance (Nice), Villa Garance (Lyon)",
    "2027-06-07\u00a0: matin gardé pour préparation, après-midi libre",
    "2027-06-08\u00a0: matin libre, après-midi importé (Mairie)",
    "2027-06-13\u00a0: matin jour de fermeture, après-midi fermé par vous",
    "2027-06-20\u00a0: matin jour de fermeture, après-midi jour de fermeture",
    "2027-06-27\u00a0: matin jour de fermeture, après-midi jour de fermeture",
  ]);
});
