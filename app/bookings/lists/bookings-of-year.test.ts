import { Types } from "mongoose";
import { expect, it, vi } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { NO_MONEY } from "~/rules/money-words";
import { BOOKING_COLUMNS, bookingsOfYear, type YearsBooking } from "./bookings-of-year.server";

const stored = vi.hoisted(() => ({ asked: [] as number[], all: [] as object[] }));
const REFUSED = "2027-05-03";
interface Stored {
  _id: Types.ObjectId;
  startDate: string;
}
vi.mock("../answer/received-request.server", () => ({
  forOwner: (some: readonly Stored[]) => {
    stored.asked.push(some.length);
    return Promise.resolve(
      some.map(({ _id, startDate }) => ({
        ...{ id: _id.toString(), startDate, state: "cancelled" },
        // Refused, it never was a booking.
        wasConfirmed: startDate !== REFUSED,
      })),
    );
  },
}));
/** What the database answers: what is stored, no papers, and these entries of the ledger. */
function answer(entries: readonly object[] = []): void {
  const found = (all: readonly object[]) => ({ lean: () => Promise.resolve(all) }) as never;
  const query = { sort: () => query, lean: () => query, cursor: () => stored.all };
  vi.spyOn(ReservationModel, "find").mockReturnValue(query as never);
  vi.spyOn(ReceiptModel, "find").mockReturnValue(found([]));
  vi.spyOn(LedgerEntryModel, "find").mockReturnValue(found(entries));
}

it("the file of an owner's year has all its bookings, read a hundred at a time, and none that is none", async () => {
  const start = Date.parse("2027-01-01");
  const days = Array.from({ length: 365 }, (_, day) =>
    new Date(start + day * 86_400_000).toISOString().slice(0, 10),
  );
  const status = (day: number) => (day % 5 === 0 ? "pending" : "cancelled");
  stored.all = days.map((startDate, day) => ({
    ...{ _id: new Types.ObjectId(), startDate, status: status(day) },
  }));
  answer();
  const file: string[] = [];
  for await (const { booking } of bookingsOfYear("owner", "2027", new Date(start))) {
    file.push(booking.startDate);
  }
  expect(file).toEqual(days.filter((day, place) => place % 5 > 0 && day !== REFUSED));
  expect(stored.asked).toEqual([100, 100, 92]);
});

it("a request is paid on the day on which its payment was taken, not on that of the authorisation", async () => {
  const at = (moment: string) => new Date(`${moment}T12:00:00Z`);
  const _id = new Types.ObjectId();
  const startDate = "2027-02-01";
  const status = "confirmed";
  stored.all = [
    { _id, startDate, status, chargeId: "ch_1", paidAt: at("2026-12-31"), commission: 0 },
  ];
  const entry = { reservation: _id, amount: 162_000, stripeId: "ch_1" };
  answer([
    { ...entry, type: "authorised", at: at("2026-12-31") },
    { ...entry, type: "captured", at: at("2027-01-01") },
  ]);
  const days: string[] = [];
  for await (const { paidOn } of bookingsOfYear("owner", "2027", at("2027-03-01"))) {
    days.push(paidOn);
  }
  expect(days).toEqual(["01/01/2027"]);
});

it("of several payments, whose sum it tells, each day is named once and in their order", async () => {
  const _id = new Types.ObjectId();
  stored.all = [
    { _id, status: "confirmed", startDate: "2027-02-01", chargeId: "ch_1", commission: 0 },
  ];
  const entry = { reservation: _id, type: "captured", amount: 56_250 };
  const taken = (stripeId: string, at: string) => ({ ...entry, stripeId, at: new Date(at) });
  answer([
    // Too late to be its own, it went back: it is in the sums as well.
    taken("ch_3", "2027-01-10T12:00:00Z"),
    taken("ch_1", "2026-12-20T12:00:00Z"),
    // Past midnight in Paris.
    taken("ch_2", "2027-01-09T23:30:00Z"),
  ]);
  const rows: YearsBooking[] = [];
  for await (const row of bookingsOfYear("owner", "2027", new Date("2027-03-01"))) rows.push(row);
  expect(rows).toMatchObject([{ paidOn: "20/12/2026, 10/01/2027", money: { paid: 168_750 } }]);
});

it("what went back, and what was taken back of the owner's part, has its days, of what a bank decides on none yet", async () => {
  const _id = new Types.ObjectId();
  stored.all = [
    { _id, status: "cancelled", startDate: "2027-02-01", chargeId: "ch_1", commission: 0 },
  ];
  const moved = (type: string, stripeId: string, amount: number, day: string) => ({
    ...{ _id: `${type}:${stripeId}`, reservation: _id, type, amount, stripeId },
    at: new Date(`${day}T12:00:00Z`),
  });
  const entries = [
    moved("captured", "ch_1", 162_000, "2026-12-20"),
    moved("transferred", "tr_1", 126_000, "2026-12-20"),
    moved("refunded", "re_1", 40_000, "2027-01-10"),
    moved("transfer_reversed", "trr_1", 31_111, "2027-01-11"),
    moved("refunded", "re_2", 40_000, "2026-12-28"),
    moved("transfer_reversed", "trr_2", 31_111, "2026-12-28"),
    moved("disputed", "dp_1", 82_000, "2027-01-20"),
    moved("dispute_withdrawn", "txn_1", 82_000, "2027-01-20"),
    moved("transfer_reversed", "trr_3", 63_778, "2027-01-20"),
  ];
  const rows: YearsBooking[] = [];
  for (const decided of [[], [moved("dispute_closed", "dp_1", 82_000, "2027-02-20")]]) {
    answer([...entries, ...decided]);
    for await (const row of bookingsOfYear("owner", "2027", new Date("2027-03-01"))) rows.push(row);
  }
  const takenBackOn = "28/12/2026, 11/01/2027, 20/01/2027";
  expect(rows).toMatchObject([
    { refundedOn: "28/12/2026, 10/01/2027", takenBackOn, money: { refunded: 80_000 } },
    { refundedOn: "28/12/2026, 10/01/2027, 20/01/2027", takenBackOn, money: { refunded: 162_000 } },
  ]);
});

it("the file of an owner's year says of each booking when, whose and for how much, with all its papers", () => {
  const booking = {
    ...{ reference: "PDS-TX4M7R", venueTitle: "La Grange", venueCity: "Lyon" },
    ...{ startDate: "2027-06-11", endDate: "2027-06-13", periodText: "du 11 au 13 juin 2027" },
    ...{ buyer: "Inès M.", label: "Confirmée", subtotal: 144_000 },
  } as YearsBooking["booking"];
  const money = { ...NO_MONEY, paid: 162_000, refunded: 54_000, sent: 126_000, takenBack: 42_000 };
  const back = { refundedOn: "20/05/2027", takenBackOn: "20/05/2027, 21/05/2027" };
  const paid = { money, paidOn: "02/05/2027", ...back, commission: 18_000 };
  const row: YearsBooking = { booking, ...paid, receipts: ["2027-000412", "2027-A00037"] };
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
    ["Commission", "180,00"],
    ["Payé le", "02/05/2027"],
    ["Payé par le client", "1620,00"],
    ["Rendu le", "20/05/2027"],
    ["Rendu au client", "540,00"],
    ["Votre part reçue", "840,00"],
    ["Part reprise le", "20/05/2027, 21/05/2027"],
    ["Reçus et avoirs", "2027-000412, 2027-A00037"],
  ]);
});
