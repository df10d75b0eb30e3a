import { expect, it } from "vitest";
import { bookedMovement } from "./stripe-books";

const booked = (type: string, amount: number, source: string | { id: string } | null) =>
  bookedMovement({
    id: "txn_1",
    type,
    amount,
    created: 1_800_000_000,
    source,
  });

it("movements of Stripe's are found under the ledger's ids, as positive cents", () => {
  expect(booked("charge", 112_500, "ch_1")).toEqual({
    id: "captured:ch_1",
    type: "captured",
    stripeId: "ch_1",
    source: "ch_1",
    amount: 112_500,
    at: new Date(1_800_000_000_000),
  });
  expect(booked("transfer", -112_500, { id: "tr_1" })).toMatchObject({
    id: "transferred:tr_1",
    amount: 112_500,
  });
  expect(booked("refund_failure", 500, "re_1")?.id).toBe("refund_failed:re_1");
  // A dispute moves money by adjustments, which the ledger has under their own ids.
  expect(booked("adjustment", -500, "dp_1")).toMatchObject({
    ...{ id: "dispute_withdrawn:txn_1", stripeId: "txn_1", source: "dp_1" },
  });
  expect(booked("adjustment", 500, "du_1")?.id).toBe("dispute_reinstated:txn_1");
});

it("what is no reservation's is none", () => {
  for (const type of ["stripe_fee", "payout", "topup", "reserve_transaction"]) {
    expect(booked(type, -500, "x_1")).toBeNull();
  }
  expect(booked("adjustment", -500, "iauth_1")).toBeNull();
  expect(booked("adjustment", -500, "bdp_1")).toBeNull();
  expect(booked("adjustment", -500, null)).toBeNull();
  expect(booked("contribution", -500, "dp_1")).toBeNull();
  expect(booked("charge", 500, null)).toBeNull();
});
