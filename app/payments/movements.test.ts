import { describe, expect, it } from "vitest";
import { Types } from "mongoose";
import type { Reservation } from "@models/reservation";
import { entriesOf, partiesOf } from "./movements";
import { NO_PAYMENT, type Dispute, type PaymentSnapshot } from "./snapshot";

/** What a payment at Stripe is in the ledger: each movement once, by the object that made it. */

const id = () => new Types.ObjectId();
const [reservation, buyer, owner] = [id(), id(), id()];
const parties = { _id: reservation, userId: buyer, ownerId: owner };
const on = (day: number) => new Date(Date.UTC(2027, 2, day));

/** The entries as `[their id, cents, day of March, what they are of]`. */
const told = (payment: Partial<PaymentSnapshot>) =>
  entriesOf({ ...NO_PAYMENT, ...payment }, parties).map(({ _id, amount, at, of }) =>
    of === undefined ? [_id, amount, at.getUTCDate()] : [_id, amount, at.getUTCDate(), of],
  );

const taken = { id: "ch_1", amount: 100_000, at: on(1), captured: 100_000, manual: false };
const held = { ...taken, captured: 0, manual: true };
const transfer = { id: "tr_1", amount: 100_000, at: on(3), reversals: [] };

describe("a payment", () => {
  it("is nothing as long as no card was charged", () => {
    expect(told({})).toEqual([]);
    expect(told({ state: "cancelled", cancelledAt: on(2) })).toEqual([]);
  });

  it("that is taken at once stands between its people", () => {
    expect(entriesOf({ ...NO_PAYMENT, state: "paid", charge: taken }, parties)).toEqual([
      {
        ...{ _id: "captured:ch_1", reservation, buyer, owner },
        ...{ type: "captured", amount: 100_000, stripeId: "ch_1", at: on(1) },
      },
    ]);
  });

  it("that is authorised is released on the day it is called off, else on the card's", () => {
    const authorised = ["authorised:ch_1", 100_000, 1];
    expect(told({ state: "authorised", charge: held })).toEqual([authorised]);
    expect(told({ state: "cancelled", charge: held, cancelledAt: on(2) })).toEqual([
      authorised,
      ["released:ch_1", 100_000, 2],
    ]);
    expect(told({ state: "cancelled", charge: held })[1]).toEqual(["released:ch_1", 100_000, 1]);
  });

  it("that was authorised is taken on the day of its transfer, for what was captured", () => {
    const charge = { ...held, captured: 90_000 };
    expect(told({ state: "paid", charge, transfer })).toEqual([
      ["authorised:ch_1", 100_000, 1],
      ["captured:ch_1", 90_000, 3],
      ["transferred:tr_1", 100_000, 3],
    ]);
    expect(told({ state: "paid", charge })[1]).toEqual(["captured:ch_1", 90_000, 1]);
    expect(told({ state: "paid", charge: taken, transfer })[0]).toEqual([
      ...["captured:ch_1", 100_000, 1],
    ]);
  });
});

describe("what comes back", () => {
  it("is each refund, with what a bank sent back on its day, and none that waits for funds", () => {
    const refund = { amount: 10_000, at: on(4), state: "succeeded" as const };
    const failed = { ...refund, state: "failed" as const };
    const refunds: PaymentSnapshot["refunds"] = [
      { ...refund, id: "re_1" },
      { ...failed, id: "re_2", failedAt: on(6) },
      { ...failed, id: "re_3" },
      { ...refund, id: "re_4", state: "pending" },
      { ...refund, id: "re_5", state: "pending", isUnfunded: true },
      { ...failed, id: "re_6", isUnfunded: true },
    ];
    expect(told({ refunds })).toEqual([
      ["refunded:re_1", 10_000, 4],
      ["refunded:re_2", 10_000, 4],
      ["refund_failed:re_2", 10_000, 6],
      ["refunded:re_3", 10_000, 4],
      ["refund_failed:re_3", 10_000, 4],
      ["refunded:re_4", 10_000, 4],
    ]);
  });

  it("from an owner is of the transfer and of the fee", () => {
    const reversals = [{ id: "trr_1", amount: 50_000, at: on(4) }];
    const refunds = [{ id: "fr_1", amount: 5_000, at: on(5) }];
    const fee = { id: "fee_1", amount: 10_000, at: on(3), refunds };
    expect(told({ transfer: { ...transfer, reversals }, fee })).toEqual([
      ["transferred:tr_1", 100_000, 3],
      ["fee:fee_1", 10_000, 3],
      ["transfer_reversed:trr_1", 50_000, 4, "tr_1"],
      ["fee_refunded:fr_1", 5_000, 5, "fee_1"],
    ]);
  });

  it("by a dispute is what the bank moved, and that it is closed", () => {
    const open: Dispute = {
      ...{ id: "dp_1", amount: 100_000, at: on(7) },
      ...{ closed: false, refundable: false, dueBy: null },
      withdrawals: [{ id: "txn_1", amount: 100_000, at: on(7) }],
      reinstatements: [],
    };
    const asked = [
      ["disputed:dp_1", 100_000, 7],
      ["dispute_withdrawn:txn_1", 100_000, 7],
    ];
    expect(told({ disputes: [open] })).toEqual(asked);
    const reinstatements = [{ id: "txn_2", amount: 100_000, at: on(9) }];
    expect(told({ disputes: [{ ...open, closed: true, reinstatements }] })).toEqual([
      ...asked,
      ["dispute_reinstated:txn_2", 100_000, 9],
      ["dispute_closed:dp_1", 100_000, 7],
    ]);
  });
});

describe("whose they are", () => {
  it("is the reservation's, of a supplement the one that it is of", () => {
    const _id = id();
    const record = { _id, userId: buyer, ownerId: owner } as Reservation;
    expect(partiesOf(record)).toEqual({ _id, userId: buyer, ownerId: owner });
    const supplement = { ...record, supplementTo: { reservation } } as Reservation;
    expect(partiesOf(supplement)).toEqual({ ...parties, supplement: _id });
  });
});
