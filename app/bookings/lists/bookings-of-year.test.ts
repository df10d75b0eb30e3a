import { expect, it } from "vitest";
import { NO_MONEY } from "~/rules/money-words";
import { BOOKING_COLUMNS, type YearsBooking } from "./bookings-of-year.server";

it("the file of an owner's year says of each booking when, whose and for how much, with all its papers", () => {
  const booking = {
    ...{ reference: "PDS-TX4M7R", venueTitle: "La Grange", venueCity: "Lyon" },
    ...{ startDate: "2027-06-11", endDate: "2027-06-13", periodText: "du 11 au 13 juin 2027" },
    ...{ buyer: "Inès M.", label: "Confirmée", subtotal: 144_000 },
  } as YearsBooking["booking"];
  const money = { ...NO_MONEY, paid: 162_000, refunded: 54_000, sent: 126_000, takenBack: 42_000 };
  const row: YearsBooking = { booking, money, receipts: ["2027-000412", "2027-A00037"] };
  const told = Object.entries(BOOKING_COLUMNS).map(([name, cellOf]) => [name, cellOf(row)]);
  expect(told).toEqual([
    ["Référence", "PDS-TX4M7R"],
    ["Lieu", "La Grange"],
    ["Ville", "Lyon"],
    ["Premier jour", "11/06/2027"],
    ["Dernier jour", "13/06/2027"],
    ["Dates", "du 11 au 13 juin 2027"],
    ["Client", "Inès M."],
    ["État", "Confirmée"],
    ["Loyer", "1440,00"],
    ["Payé par le client", "1620,00"],
    ["Rendu au client", "540,00"],
    ["Votre part reçue", "840,00"],
    ["Reçus et avoirs", "2027-000412, 2027-A00037"],
  ]);
});
