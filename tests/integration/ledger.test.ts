import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Types } from "mongoose";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { ledgerMoney, openDisputesOf, recordMoney } from "~/payments/ledger-money.server";
import { writeDown } from "~/payments/ledger.server";
import { NO_PAYMENT, type PaymentSnapshot } from "~/payments/snapshot";
import { inTransaction } from "~/platform/database.server";
import { NO_MONEY } from "~/rules/money-words";
import { emptyDatabase, useDatabase } from "../support/database";

/** What is written down of a payment, and what the ledger has of each of several reservations, of nobody else's. */

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => {
  vi.restoreAllMocks();
});

const [first, second, third] = [1, 2, 3].map(() => new Types.ObjectId()) as [
  ...[Types.ObjectId, Types.ObjectId, Types.ObjectId],
];
const person = new Types.ObjectId();

const entry = (
  reservation: Types.ObjectId,
  type: LedgerType,
  stripeId: string,
  amount: number,
) => ({
  ...{ _id: `${type}:${stripeId}`, reservation, buyer: person, owner: person },
  ...{ type, stripeId, amount, at: new Date("2027-03-01T09:00:00Z") },
});
const store = async (...entries: ReturnType<typeof entry>[]) => {
  await LedgerEntryModel.insertMany(entries);
};

describe("the money of several reservations", () => {
  it("is told of each by its own entries, and of one without any is none", async () => {
    await store(entry(first, "captured", "ch_1", 300), entry(second, "captured", "ch_2", 500));
    const money = await ledgerMoney([first, third]);
    expect([money(first).paid, money(third)]).toEqual([300, NO_MONEY]);
    expect(money(second), "nobody asked for it").toBe(NO_MONEY);
  });

  it("is told within a transaction as that has left it", async () => {
    await inTransaction(async (session) => {
      await LedgerEntryModel.insertMany([entry(first, "captured", "ch_1", 300)], { session });
      expect((await ledgerMoney([first], session))(first).paid).toBe(300);
      const disputed = [
        entry(first, "disputed", "dp_1", 300),
        entry(first, "dispute_withdrawn", "txn_1", 300),
      ];
      await LedgerEntryModel.insertMany(disputed, { session });
      expect(await openDisputesOf([first], session)).toEqual(new Map([[first.toString(), 300]]));
    });
  });
});

describe("what payers' banks have not decided", () => {
  it("is told of those that were asked for alone, with the cents that each bank holds", async () => {
    await store(
      ...[entry(first, "disputed", "dp_1", 300), entry(first, "dispute_withdrawn", "txn_1", 300)],
      ...[entry(second, "disputed", "dp_2", 500), entry(second, "dispute_withdrawn", "txn_2", 500)],
      entry(third, "disputed", "dp_3", 700),
    );
    const disputes = await openDisputesOf([first, third], undefined);
    expect(disputes).toEqual(new Map([[first.toString(), 300]]).set(third.toString(), 0));
    expect(await openDisputesOf([], undefined)).toEqual(new Map());
  });

  it("is nothing once it is closed, nor where none was", async () => {
    await store(
      ...[entry(first, "disputed", "dp_1", 300), entry(first, "dispute_closed", "dp_1", 300)],
      entry(second, "captured", "ch_2", 500),
    );
    expect(await openDisputesOf([first, second], undefined)).toEqual(new Map());
  });
});

describe("the money of one payment", () => {
  const record = (fields: Partial<Reservation>) =>
    ({ _id: first, refunded: 0, ...fields }) as Reservation;

  it("is all that its reservation has", async () => {
    await store(entry(first, "captured", "ch_1", 300), entry(first, "captured", "ch_2", 200));
    expect(await recordMoney(record({ chargeId: "ch_1" }))).toEqual({ ...NO_MONEY, paid: 500 });
  });

  it("is a supplement's by its charge alone, with what its record says went back", async () => {
    await store(
      ...[entry(second, "captured", "ch_1", 300), entry(second, "captured", "ch_2", 200)],
      ...[entry(second, "refunded", "re_1", 50), entry(third, "captured", "ch_3", 900)],
    );
    const supplementTo = { reservation: second } as NonNullable<Reservation["supplementTo"]>;
    const paid = record({ supplementTo, chargeId: "ch_2", refunded: 200 });
    expect(await recordMoney(paid)).toEqual({ ...NO_MONEY, paid: 200, refunded: 200 });
    expect(await recordMoney(record({ supplementTo }))).toEqual(NO_MONEY);
  });
});

describe("what became of a payment", () => {
  const charge = { id: "ch_1", amount: 300, at: new Date("2027-03-01T09:00:00Z") };
  const payment: PaymentSnapshot = {
    ...NO_PAYMENT,
    state: "authorised",
    charge: { ...charge, captured: 0, manual: true },
  };
  const parties = { _id: first, userId: person, ownerId: person };
  const insert = LedgerEntryModel.insertMany.bind(LedgerEntryModel);

  it("is written down once, though another process does so in that moment", async () => {
    const writing = vi.spyOn(LedgerEntryModel, "insertMany");
    writing.mockImplementationOnce(async (...given: Parameters<typeof insert>) => {
      await insert([entry(first, "authorised", "ch_1", 300)]);
      return await insert(...given);
    });
    await writeDown(payment, parties);
    expect(await LedgerEntryModel.find({}, { _id: 1 }).lean()).toEqual([
      { _id: "authorised:ch_1" },
    ]);
    await writeDown(payment, parties);
    expect(writing).toHaveBeenCalledTimes(1);
  });

  it("is not said to be written down where the database refuses otherwise", async () => {
    vi.spyOn(LedgerEntryModel, "insertMany").mockRejectedValueOnce(new Error("No room left"));
    await expect(writeDown(payment, parties)).rejects.toThrow("No room left");
    expect(await LedgerEntryModel.countDocuments()).toBe(0);
  });
});
