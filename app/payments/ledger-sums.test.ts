import { describe, expect, it } from "vitest";
import { LEDGER_TYPES, type LedgerType } from "@models/ledger-entry";
import { addSums, MOVING_TYPES, NO_SUMS, sumsOf } from "./ledger-sums";

const of = (...entries: [LedgerType, number][]) =>
  sumsOf(entries.map(([type, amount]) => ({ type, amount })));

describe("sums", () => {
  it("balance after each single movement", () => {
    for (const type of LEDGER_TYPES) {
      const { paid, ...parts } = of([type, 101]);
      expect([type, Object.values(parts).reduce((sum, part) => sum + part, 0)]).toEqual([
        type,
        paid,
      ]);
    }
  });

  it("tell a payment that was sent on", () => {
    expect(of(["captured", 112_500], ["transferred", 112_500], ["fee", 25_000])).toEqual({
      ...NO_SUMS,
      paid: 112_500,
      owners: 87_500,
      commission: 25_000,
    });
  });

  it("tell a half refund, in a period of its own", () => {
    expect(
      of(["transfer_reversed", 56_250], ["fee_refunded", 12_500], ["refunded", 56_250]),
    ).toEqual({ ...NO_SUMS, owners: -43_750, commission: -12_500, refunded: 56_250 });
  });

  it("count a refund that failed as waiting, and a lost dispute as the bank's", () => {
    expect(of(["refunded", 10], ["refund_failed", 10], ["transfer_reversed", 10])).toEqual({
      ...NO_SUMS,
      owners: -10,
      pending: 10,
    });
    expect(of(["captured", 10], ["disputed", 10], ["dispute_withdrawn", 10])).toEqual({
      ...NO_SUMS,
      paid: 10,
      chargedBack: 10,
    });
  });

  it("add up", () => {
    expect(addSums(of(["captured", 1]), of(["refunded", 2]))).toEqual(
      of(["captured", 1], ["refunded", 2]),
    );
  });

  it("leave out what moves no money", () => {
    const standing = LEDGER_TYPES.filter((type) => !MOVING_TYPES.includes(type));
    expect(standing).toEqual(["authorised", "released", "disputed", "dispute_closed"]);
  });
});
