import type Stripe from "stripe";
import { expect, it } from "vitest";
import { snapshotOf } from "./snapshot";

/** What Stripe answers, as far as a snapshot reads it. */
const part = <T>(fields: object) => fields as T;
const moved = { amount: 54_000, created: 1_800_000_000 };
const paid = part<Stripe.PaymentIntent>({
  id: "pi_1",
  status: "succeeded",
  metadata: {},
  latest_charge: {
    ...moved,
    id: "ch_1",
    status: "succeeded",
    captured: true,
    amount_captured: 54_000,
    transfer: { ...moved, id: "tr_1", reversals: { data: [] } },
    application_fee: { ...moved, id: "fee_1", refunds: { data: [] } },
  },
});

it.each([
  ["succeeded", true],
  ["pending", false],
  ["requires_action", false],
  ["failed", true],
])("a refund that is %s: Stripe has nothing more to tell (%j)", (status, settled) => {
  const refund = part<Stripe.Refund>({ ...moved, id: "re_1", status });
  const snapshot = snapshotOf({ session: null, intent: paid, refunds: [refund], disputes: [] });
  expect(snapshot.settled).toBe(settled);
});
