import { describe, expect, it } from "vitest";
import { dueUpTo, owedToOwner, stillToTake, takenBeyond, wholeShare } from "./shares";
import { NO_PAYMENT, type PaymentSnapshot } from "./snapshot";

const at = new Date("2027-05-24T10:00:00Z");

/** 100 € of which the fee is 22 €, so much of either taken back already. */
const paid = (transferBack: number, feeBack: number): PaymentSnapshot => ({
  ...NO_PAYMENT,
  state: "paid",
  charge: { id: "ch_1", amount: 10_000, captured: 10_000, manual: false, at },
  transfer: {
    ...{ id: "tr_1", amount: 10_000, at },
    reversals: transferBack > 0 ? [{ id: "trr_1", amount: transferBack, at }] : [],
  },
  fee: {
    ...{ id: "fee_1", amount: 2_200, at },
    refunds: feeBack > 0 ? [{ id: "fr_1", amount: feeBack, at }] : [],
  },
});

describe("what more money with the payer takes beside what is given up", () => {
  const none = { transfer: 0, fee: 0 };
  const half = { transfer: 5_000, fee: 1_100 };
  const all = { transfer: 10_000, fee: 2_200 };
  const quarter = { transfer: 2_500, fee: 550 };

  it.each([
    ["its share, where nothing was taken for that", paid(0, 0), 2_500, none, quarter],
    ["nothing once that was taken, and came back", paid(2_500, 550), 2_500, none, none],
    ["its share, where that was taken for it", paid(5_000, 1_100), 2_500, half, quarter],
    ["nothing once that was taken as well", paid(7_500, 1_650), 2_500, half, none],
    [
      "the rest, where nobody wrote down what was taken",
      paid(7_000, 1_540),
      2_500,
      null,
      {
        ...{ transfer: 500, fee: 110 },
      },
    ],
    ["all, where a bank takes what was given up as well", paid(0, 0), 10_000, none, all],
    ["all that is left of that", paid(5_000, 1_100), 10_000, half, half],
  ] as const)("is %s", (_, payment, amount, taken, due) => {
    expect(stillToTake(payment, 0, amount, { cents: 5_000, taken })).toEqual(due);
  });

  it("knows what was taken beyond the share of what is with the payer", () => {
    expect(takenBeyond(paid(7_500, 1_650), 5_000)).toEqual(quarter);
    expect(takenBeyond(paid(2_500, 550), 5_000)).toEqual(none);
  });
});

describe("what more money with the payer takes of owner and platform", () => {
  it("is its share", () => {
    expect(stillToTake(paid(0, 0), 0, 5_000)).toEqual({ transfer: 5_000, fee: 1_100 });
    expect(stillToTake(paid(5_000, 1_100), 5_000, 2_500)).toEqual({ transfer: 2_500, fee: 550 });
  });

  it("is no more than is left, however much a bank takes", () => {
    expect(stillToTake(paid(5_000, 1_100), 5_000, 10_000)).toEqual({ transfer: 5_000, fee: 1_100 });
    expect(stillToTake(paid(10_000, 2_200), 10_000, 10_000)).toEqual({ transfer: 0, fee: 0 });
  });

  it("is nothing where a bank gave back more than it took", () => {
    expect(stillToTake(paid(0, 0), 0, -35)).toEqual({ transfer: 0, fee: 0 });
    expect(stillToTake(paid(0, 0), -35, 5_035)).toEqual({ transfer: 5_000, fee: 1_100 });
  });
});

describe("what has come back already", () => {
  it("is not taken again, and no more than these cents' own share is", () => {
    expect(stillToTake(paid(0, 0), 5_000, 2_500)).toEqual({ transfer: 2_500, fee: 550 });
    expect(stillToTake(paid(6_000, 1_320), 5_000, 2_500)).toEqual({ transfer: 1_500, fee: 330 });
  });

  it("does not count for the whole share", () => {
    expect(wholeShare(paid(6_000, 1_320), 5_000, 2_500)).toEqual({ transfer: 2_500, fee: 550 });
    expect(wholeShare({ ...paid(0, 0), fee: null }, 0, 5_000)).toEqual({ transfer: 5_000, fee: 0 });
    expect(wholeShare({ ...paid(0, 0), transfer: null }, 0, 5_000)).toEqual({
      ...{ transfer: 0, fee: 1_100 },
    });
  });

  it("is nothing where nothing was paid", () => {
    expect(stillToTake(NO_PAYMENT, 0, 5_000)).toEqual({ transfer: 0, fee: 0 });
  });
});

describe("what has yet to be refunded", () => {
  it.each([
    ["what nobody asked for yet", { refunded: 2_000, unfunded: 1_000 }, 0, 2_000],
    ["without what is given up", { refunded: 2_000 }, 1_000, 2_000],
    ["nothing of what a bank took", { refunded: 10_000, chargedBack: 10_000 }, 0, -5_000],
  ])("is %s", (_, fields, cents, due) => {
    expect(dueUpTo(5_000, { ...paid(0, 0), ...fields }, { cents })).toBe(due);
  });

  it("is no more than was paid", () => {
    expect(dueUpTo(Infinity, paid(0, 0), { cents: 0 })).toBe(10_000);
  });
});

describe("what an owner lacks", () => {
  const refund = (state: "succeeded" | "failed", amount: number) => ({
    ...{ id: "re_1", amount, at, state },
  });
  const half = { refunded: 5_000 };

  it.each([
    ["nothing, of what was never paid", NO_PAYMENT, 0],
    ["nothing, while nothing was sent on", { ...paid(0, 0), ...half, transfer: null }, 0],
    ["nothing, when their part of it was taken", { ...paid(5_000, 1_100), ...half }, 0],
    ["nothing, when less was taken", { ...paid(2_500, 550), ...half }, 0],
    ["what was taken beyond", { ...paid(10_000, 2_200), ...half }, 3_900],
    ["it without a fee, too", { ...paid(10_000, 0), ...half, fee: null }, 5_000],
    [
      "the fee on what was taken, where it was not given back",
      { ...paid(5_000, 0), ...half },
      1_100,
    ],
    [
      "it beside a refund that was made, which is with the payer already",
      { ...paid(10_000, 2_200), ...half, refunds: [refund("succeeded", 5_000)] },
      3_900,
    ],
    [
      "nothing while a refund that failed has to be tried again",
      { ...paid(5_000, 1_100), refunds: [refund("failed", 5_000)] },
      0,
    ],
    ["nothing while one waits for funds", { ...paid(5_000, 1_100), unfunded: 5_000 }, 0],
    [
      "nothing of all that was paid, whatever failed besides",
      { ...paid(10_000, 2_200), refunded: 10_000, refunds: [refund("failed", 5_000)] },
      0,
    ],
    ["nothing within what two roundings make", { ...paid(5_002, 1_100), ...half }, 0],
    ["a cent more than that", { ...paid(5_003, 1_100), ...half }, 3],
  ] as [string, PaymentSnapshot, number][])("is %s", (_, payment, cents) => {
    expect(owedToOwner(payment)).toBe(cents);
  });

  it("is less by what is to go to the payer yet, which takes nothing more", () => {
    const all = paid(10_000, 2_200);
    expect([0, 5_000, 10_000].map((due) => owedToOwner(all, due))).toEqual([7_800, 3_900, 0]);
    const failed = { ...all, refunds: [refund("failed", 5_000)] };
    expect([0, 5_000, 7_500].map((due) => owedToOwner(failed, due))).toEqual([3_900, 3_900, 1_950]);
  });

  it("is less by what the payer's bank holds while it decides", () => {
    const dispute = { id: "dp_1", amount: 5_000, at, refundable: false, dueBy: null };
    const moved = { withdrawals: [{ id: "txn_1", amount: 5_000, at }], reinstatements: [] };
    const held = (closed: boolean) => ({
      ...paid(10_000, 2_200),
      disputes: [{ ...dispute, ...moved, closed }],
    });
    expect(owedToOwner(held(false))).toBe(3_900);
    expect(owedToOwner(held(false), 7_500)).toBe(1_950);
    expect(owedToOwner(held(true))).toBe(7_800);
  });
});
