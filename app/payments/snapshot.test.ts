import type Stripe from "stripe";
import { expect, it } from "vitest";
import { snapshotOf, type PaymentState } from "./snapshot";

type Intent = Partial<Pick<Stripe.PaymentIntent, "status" | "client_secret">> & {
  last_payment_error?: object;
};
type Session = Pick<Stripe.Checkout.Session, "status">;

/** What Stripe's payment and its hosted page say, each absent where it is none. */
const TABLE: [intent: Intent | null, session: Session | null, state: PaymentState][] = [
  [null, null, "none"],
  [null, { status: "open" }, "open"],
  [null, { status: "expired" }, "cancelled"],
  [null, { status: "complete" }, "cancelled"],
  [{ status: "requires_payment_method" }, null, "open"],
  [{ status: "requires_payment_method" }, { status: "open" }, "open"],
  [{ status: "requires_payment_method" }, { status: "expired" }, "cancelled"],
  [{ status: "requires_payment_method", last_payment_error: {} }, null, "failed"],
  [{ status: "requires_confirmation" }, null, "open"],
  [{ status: "requires_action" }, null, "requires_action"],
  [{ status: "requires_action", last_payment_error: {} }, null, "requires_action"],
  [{ status: "requires_action" }, { status: "expired" }, "cancelled"],
  [{ status: "processing" }, null, "open"],
  [{ status: "requires_capture" }, null, "authorised"],
  [{ status: "requires_capture" }, { status: "expired" }, "authorised"],
  [{ status: "succeeded" }, null, "paid"],
  [{ status: "succeeded" }, { status: "expired" }, "paid"],
  [{ status: "canceled" }, null, "cancelled"],
  [{ status: "canceled" }, { status: "open" }, "cancelled"],
];

const read = (intent: Intent | null, session: Session | null) =>
  snapshotOf({
    intent: intent && ({ id: "pi_1", client_secret: "secret", ...intent } as Stripe.PaymentIntent),
    session: session && ({ id: "cs_1", url: "https://…", ...session } as Stripe.Checkout.Session),
    refunds: [],
    disputes: [],
  });

it.each(TABLE)("a payment %j with the page %j is %j", (intent, session, state) => {
  expect(read(intent, session).state).toBe(state);
});

it("has its refunds as they were made, those of one second too: Stripe lists the newest first", () => {
  const created = 1_795_000_000;
  const refunds = ["re_3", "re_2", "re_1"].map((id) => ({
    id,
    amount: 100,
    status: "failed",
    created,
  }));
  const charge = { id: "ch_1", status: "succeeded", captured: true, amount_captured: 300, created };
  const { refunds: given } = snapshotOf({
    intent: { id: "pi_1", status: "succeeded", latest_charge: charge } as Stripe.PaymentIntent,
    ...{ session: null, disputes: [], refunds: refunds as Stripe.Refund[] },
  });
  expect(given.map(({ id, state }) => [id, state])).toEqual([
    ["re_1", "failed"],
    ["re_2", "failed"],
    ["re_3", "failed"],
  ]);
});

it("lends its secret to a browser only while the payer's bank asks, and its page while that is open", () => {
  for (const [intent, session] of TABLE) {
    const { clientSecret, sessionUrl } = read(intent, session);
    expect(clientSecret).toBe(intent?.status === "requires_action" ? "secret" : null);
    expect(sessionUrl).toBe(session?.status === "open" ? "https://…" : null);
  }
});
