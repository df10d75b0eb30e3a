import { describe, expect, it } from "vitest";
import { stillToTake } from "./shares";
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
