import { describe, expect, it } from "vitest";
import type { LedgerType } from "@models/ledger-entry";
import { NO_MONEY } from "~/rules/money-words";
import { balanceOf, chargedBackIn, contestedIn, moneyOf, totalOf } from "./balance";

/** What the movements of 1,000 € come to, of which 900 € are the owner's. */

type Moved = readonly [LedgerType, number];
const entries = (...moved: readonly Moved[]) => moved.map(([type, amount]) => ({ type, amount }));

const PAID: readonly Moved[] = [
  ["captured", 100_000],
  ["transferred", 100_000],
  ["fee", 10_000],
];
const REFUNDED_HALF: readonly Moved[] = [
  ["refunded", 50_000],
  ["transfer_reversed", 50_000],
  ["fee_refunded", 5_000],
];
/** The payer's bank takes all, and the owner's whole share is taken back for it. */
const LOST: readonly Moved[] = [
  ["disputed", 100_000],
  ["dispute_withdrawn", 100_000],
  ["dispute_closed", 100_000],
  ["transfer_reversed", 100_000],
  ["fee_refunded", 10_000],
];

describe("where the money is", () => {
  it("is the owner's and the platform's once it was sent on", () => {
    expect(balanceOf([])).toEqual({ paid: 0, owner: 0, platform: 0, refunded: 0 });
    const balance = { paid: 100_000, owner: 90_000, platform: 10_000, refunded: 0 };
    expect(balanceOf(entries(...PAID))).toEqual(balance);
  });

  it("is the platform's until it was sent on, and what was taken back until it is refunded", () => {
    const captured = entries(["captured", 100_000]);
    expect(balanceOf(captured)).toEqual({
      paid: 100_000,
      owner: 0,
      platform: 100_000,
      refunded: 0,
    });
    const takenBack = entries(...PAID, ["transfer_reversed", 40_000]);
    const balance = { paid: 100_000, owner: 50_000, platform: 50_000, refunded: 0 };
    expect(balanceOf(takenBack)).toEqual(balance);
  });

  it("is the payer's by what was refunded, and not by what their bank sent back", () => {
    const half = { paid: 100_000, owner: 45_000, platform: 5_000, refunded: 50_000 };
    expect(balanceOf(entries(...PAID, ...REFUNDED_HALF))).toEqual(half);
    const sentBack = entries(...PAID, ...REFUNDED_HALF, ["refund_failed", 50_000]);
    expect(balanceOf(sentBack)).toEqual({ ...half, platform: 55_000, refunded: 0 });
  });

  it("is the payer's by a dispute once that is lost", () => {
    const lost = { paid: 100_000, owner: 0, platform: 0, refunded: 100_000 };
    expect(balanceOf(entries(...PAID, ...LOST))).toEqual(lost);
  });
});

describe("a dispute", () => {
  const asked = entries(["disputed", 100_000], ["dispute_withdrawn", 60_000]);

  it("holds what the bank took, while it is undecided", () => {
    expect([contestedIn(asked), chargedBackIn(asked)]).toEqual([60_000, 0]);
    expect(contestedIn(entries(["disputed", 100_000]))).toBe(0);
  });

  it("is lost by what the bank did not give back, and never by less than nothing", () => {
    const closed = [...asked, ...entries(["dispute_closed", 100_000])];
    expect([contestedIn(closed), chargedBackIn(closed)]).toEqual([0, 60_000]);
    const gaveBack = (amount: number) =>
      chargedBackIn([...closed, ...entries(["dispute_reinstated", amount])]);
    expect([gaveBack(25_000), gaveBack(60_000), gaveBack(60_001)]).toEqual([35_000, 0, 0]);
  });

  it("counts the entries of one type alone", () => {
    expect(totalOf(asked, "dispute_withdrawn")).toBe(60_000);
    expect(totalOf(asked, "refunded")).toBe(0);
  });
});

describe("what people are told", () => {
  it("is each sum of its movements", () => {
    expect(moneyOf([])).toEqual(NO_MONEY);
    expect(moneyOf(entries(["authorised", 100_000], ["released", 100_000]))).toEqual({
      ...NO_MONEY,
      authorised: 100_000,
      released: 100_000,
    });
    expect(moneyOf(entries(["authorised", 100_000], ...PAID, ...REFUNDED_HALF))).toEqual({
      ...NO_MONEY,
      authorised: 100_000,
      paid: 100_000,
      refunded: 50_000,
      sent: 90_000,
      takenBack: 45_000,
    });
    const contested = moneyOf(entries(...PAID, ["disputed", 1], ["dispute_withdrawn", 100_000]));
    expect(contested).toMatchObject({ contested: 100_000, refunded: 0, takenBack: 0 });
  });
});

describe("what an owner gave ahead", () => {
  const ahead = (...moved: readonly Moved[]) => moneyOf(entries(...moved)).takenAhead;
  const SENT_BACK: readonly Moved[] = [...REFUNDED_HALF, ["refund_failed", 50_000]];

  it("is what was taken for a refund that the payer's bank sent back", () => {
    expect(ahead(...PAID, ...REFUNDED_HALF)).toBe(0);
    expect(ahead(...PAID, ...SENT_BACK)).toBe(45_000);
  });

  it("is nothing once that was made anew", () => {
    expect(ahead(...PAID, ...SENT_BACK, ["refunded", 50_000])).toBe(0);
    expect(ahead(...PAID, ...SENT_BACK, ["refunded", 70_000])).toBe(0);
    expect(ahead(...PAID, ["refunded", 50_000], ["refund_failed", 50_000])).toBe(0);
  });

  it("is not what was taken for a refund that waits for funds", () => {
    const unfunded: readonly Moved[] = [
      ["transfer_reversed", 30_000],
      ["fee_refunded", 3_000],
    ];
    expect(ahead(...PAID, ...unfunded)).toBe(0);
    expect(ahead(...PAID, ...SENT_BACK, ...unfunded)).toBe(45_000);
  });

  it("is nothing of several payments, of which nobody knows whose it is", () => {
    expect(ahead(...PAID, ...SENT_BACK, ...PAID)).toBe(0);
  });
});

describe("what an owner lacks", () => {
  const owed = (...moved: readonly Moved[]) => moneyOf(entries(...moved)).owed;
  const WON: Moved = ["dispute_reinstated", 100_000];

  it("is what was taken back for a dispute that was won on appeal", () => {
    expect(owed(...PAID, ...LOST, WON)).toBe(90_000);
  });

  it("is nothing before a bank gave anything back, or where nothing was paid", () => {
    expect(owed(...PAID, ["transfer_reversed", 100_000], ["fee_refunded", 10_000])).toBe(0);
    expect(owed(...PAID, ...LOST)).toBe(0);
    expect(owed(WON)).toBe(0);
  });

  it("is not what went to the payer otherwise", () => {
    expect(owed(...PAID, ...LOST, WON, ["refunded", 40_000])).toBe(54_000);
    expect(owed(...PAID, ...LOST, WON, ["refunded", 100_000])).toBe(0);
  });

  it("is not what a refund took that the payer's bank sent back: its case says what becomes of it", () => {
    const sentBack: readonly Moved[] = [
      ["refunded", 40_000],
      ["refund_failed", 40_000],
    ];
    expect(owed(...PAID, ...LOST, WON, ...sentBack)).toBe(54_000);
  });

  it("is not what another dispute holds", () => {
    const again: readonly Moved[] = [
      ["disputed", 30_000],
      ["dispute_withdrawn", 30_000],
    ];
    // Of both, the bank holds 30 000 of what it took.
    expect(owed(...PAID, ...LOST, WON, ...again)).toBe(63_000);
  });

  it("is no cent that only shares were rounded to: two of each payment", () => {
    const taken = (cents: number): readonly Moved[] => [
      ...PAID,
      ["transfer_reversed", cents],
      ["disputed", 1_000],
      ["dispute_withdrawn", 1_000],
      ["dispute_closed", 1_000],
      ["dispute_reinstated", 1_000],
    ];
    expect([owed(...taken(2)), owed(...taken(3))]).toEqual([0, 3]);
    const two = (cents: number) => owed(...taken(cents), ["captured", 50_000]);
    expect([two(4), two(5)]).toEqual([0, 5]);
  });

  it("is never more than nothing where more went to the payer than was paid", () => {
    expect(owed(...PAID, ...LOST, WON, ["refunded", 120_000])).toBe(0);
  });
});
