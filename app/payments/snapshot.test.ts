import type Stripe from "stripe";
import { expect, it } from "vitest";
import { awaitedDispute, snapshotOf, type PaymentState } from "./snapshot";

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

it("has a charge that was made, in the way it was asked for, and refunds of what was taken alone", () => {
  const created = 1_795_000_000;
  const refunds = [{ id: "re_1", amount: 300, status: "succeeded", created }] as Stripe.Refund[];
  const of = (charge: object, capture_method: string) => {
    const latest_charge = { id: "ch_1", created, amount: 300, captured: true, ...charge };
    const intent = { id: "pi_1", status: "succeeded", latest_charge, capture_method } as object;
    const read = { session: null, disputes: [], refunds };
    const made = snapshotOf({ ...read, intent: intent as Stripe.PaymentIntent });
    return [made.charge?.manual ?? null, made.refunds.length, made.cardLast4];
  };
  const taken = { status: "succeeded", amount_captured: 300 };
  expect(of(taken, "automatic")).toEqual([false, 1, null]);
  expect(of(taken, "manual")).toEqual([true, 1, null]);
  expect(of({ ...taken, payment_method_details: {} }, "manual")).toEqual([true, 1, null]);
  // Stripe lists what was only set free, too.
  expect(of({ ...taken, captured: false, amount_captured: 0 }, "manual")).toEqual([true, 0, null]);
  expect(of({ ...taken, status: "failed" }, "manual")[0]).toBeNull();
});

it("knows when a refund came back from the bank, and that one never left", () => {
  const created = 1_795_000_000;
  const charge = { id: "ch_1", status: "succeeded", captured: true, amount_captured: 300, created };
  const one = (refund: object) =>
    snapshotOf({
      intent: { id: "pi_1", status: "succeeded", latest_charge: charge } as Stripe.PaymentIntent,
      ...{ session: null, disputes: [] },
      refunds: [{ id: "re_1", amount: 100, created, ...refund }] as Stripe.Refund[],
    }).refunds[0];
  const back = { failure_balance_transaction: { id: "txn_2", amount: 100, created: created + 60 } };
  expect(one({ status: "failed", ...back })).toMatchObject({
    ...{ state: "failed", failedAt: new Date((created + 60) * 1_000) },
  });
  for (const refund of [{ status: "succeeded", ...back }, { status: "failed" }]) {
    expect(one(refund)).not.toHaveProperty("failedAt");
  }
  const never = { balance_transaction: null };
  expect(one({ status: "failed", ...never })).toHaveProperty("isUnfunded", true);
  expect(one({ status: "succeeded", ...never })).not.toHaveProperty("isUnfunded");
});

it("dates a refund by what its money left with, where that was later than it was asked for", () => {
  const created = 1_795_000_000;
  const booked = (seconds: number) => ({ id: "txn_1", created: created + seconds });
  const charge = { id: "ch_1", status: "succeeded", captured: true, amount_captured: 300, created };
  const atOf = (balance_transaction: unknown) =>
    snapshotOf({
      intent: { id: "pi_1", status: "succeeded", latest_charge: charge } as Stripe.PaymentIntent,
      ...{ session: null, disputes: [] },
      refunds: [
        { id: "re_1", amount: 100, status: "succeeded", created, balance_transaction },
      ] as Stripe.Refund[],
    }).refunds[0]!.at.getTime() / 1000;
  expect([null, "txn_1", booked(-1), booked(86_400)].map(atOf)).toEqual([
    ...[created, created, created, created + 86_400],
  ]);
});

it("lends its secret to a browser only while the payer's bank asks, and its page while that is open", () => {
  for (const [intent, session] of TABLE) {
    const { clientSecret, sessionUrl } = read(intent, session);
    expect(clientSecret).toBe(intent?.status === "requires_action" ? "secret" : null);
    expect(sessionUrl).toBe(session?.status === "open" ? "https://…" : null);
  }
});

/** What Stripe dates in seconds, and what is read of it. */
const SECOND = 1_795_000_000;
const at = (seconds = 0) => new Date((SECOND + seconds) * 1000);
const moved = (id: string, amount: number, seconds = 0) => ({
  ...{ id, amount, created: SECOND + seconds },
});
const known = (id: string, amount: number, seconds = 0) => ({ id, amount, at: at(seconds) });

/** A dispute, and what it took (below zero) and gave back. */
function dispute(status: string, booked: number[], more: object = {}): Stripe.Dispute {
  return {
    ...{ ...moved("du_1", 300), status, is_charge_refundable: false },
    evidence_details: { due_by: SECOND + 9 },
    balance_transactions: booked.map((amount, place) => moved(`txn_${place}`, amount, place)),
    ...more,
  } as unknown as Stripe.Dispute;
}
const disputed = (...disputes: Stripe.Dispute[]) =>
  snapshotOf({ intent: null, session: null, refunds: [], disputes });

it("has all that a payment took, sent on, and gave back", () => {
  const charge = {
    ...{ ...moved("ch_1", 162_000), status: "succeeded", captured: true, amount_captured: 162_000 },
    payment_method_details: { card: { last4: "4242" } },
    transfer: { ...moved("tr_1", 126_000, 1), reversals: { data: [moved("trr_1", 100, 2)] } },
    application_fee: { ...moved("fee_1", 36_000, 3), refunds: { data: [moved("fr_1", 50, 4)] } },
  };
  const intent = {
    ...{ id: "pi_1", status: "succeeded", latest_charge: charge, capture_method: "manual" },
    ...{ client_secret: "secret", payment_method: { id: "pm_1" }, canceled_at: SECOND + 5 },
    metadata: { reservation: "abc", attempt: "2", confirmation_token: "ctoken_1" },
  } as unknown as Stripe.PaymentIntent;
  const session = { id: "cs_1", status: "complete", url: "https://…", metadata: null };
  const refunds = [
    { ...moved("re_2", 70, 7), status: "canceled" },
    { ...moved("re_1", 100, 6), status: "succeeded" },
  ] as Stripe.Refund[];
  const read = {
    ...{ intent, session: session as unknown as Stripe.Checkout.Session, refunds },
    disputes: [],
  };
  expect(snapshotOf(read)).toEqual({
    ...{ state: "paid", sessionId: "cs_1", sessionUrl: null, intentId: "pi_1" },
    ...{ paymentMethodId: "pm_1", confirmationTokenId: "ctoken_1", actionUrl: null },
    ...{ clientSecret: null, reservationId: "abc", attempt: 2, cardLast4: "4242" },
    charge: { ...known("ch_1", 162_000), captured: 162_000, manual: true },
    cancelledAt: at(5),
    transfer: { ...known("tr_1", 126_000, 1), reversals: [known("trr_1", 100, 2)] },
    fee: { ...known("fee_1", 36_000, 3), refunds: [known("fr_1", 50, 4)] },
    refunds: [
      { ...known("re_1", 100, 6), state: "succeeded" },
      { ...known("re_2", 70, 7), state: "failed" },
    ],
    ...{ disputes: [], chargedBack: 0, refunded: 100, unfunded: 0, settled: true },
  });
  const all = snapshotOf({
    ...read,
    reversals: [moved("trr_2", 200, 8)] as Stripe.TransferReversal[],
    feeRefunds: [moved("fr_2", 60, 9)] as Stripe.FeeRefund[],
  });
  expect(all.transfer?.reversals).toEqual([known("trr_2", 200, 8)]);
  expect(all.fee?.refunds).toEqual([known("fr_2", 60, 9)]);
});

it("knows by its page alone which reservation it is of, and of nothing says that it is not there", () => {
  const session = {
    id: "cs_1",
    status: "open",
    url: "https://…",
    metadata: { reservation: "abc" },
  };
  const page = session as unknown as Stripe.Checkout.Session;
  const of = snapshotOf({ intent: null, session: page, refunds: [], disputes: [] });
  expect(of).toMatchObject({ reservationId: "abc", attempt: null, intentId: null });
  const none = disputed();
  expect(none).toEqual({
    ...{ state: "none", sessionId: null, sessionUrl: null, intentId: null, paymentMethodId: null },
    ...{ confirmationTokenId: null, actionUrl: null, clientSecret: null, reservationId: null },
    ...{ attempt: null, charge: null, cardLast4: null, cancelledAt: null, transfer: null },
    ...{
      fee: null,
      refunds: [],
      disputes: [],
      chargedBack: 0,
      refunded: 0,
      unfunded: 0,
      settled: true,
    },
  });
});

it("is not settled before what was taken is sent on, nor while a refund is under way", () => {
  const charge = { ...moved("ch_1", 1), status: "succeeded", captured: true, amount_captured: 1 };
  const sent = {
    transfer: { ...moved("tr_1", 1), reversals: { data: [] } },
    application_fee: { ...moved("fee_1", 1), refunds: { data: [] } },
  };
  const settled = (latest: object, states: string[] = []) =>
    snapshotOf({
      intent: { id: "pi_1", status: "succeeded", latest_charge: latest } as Stripe.PaymentIntent,
      ...{ session: null, disputes: [] },
      refunds: states.map((status, place) => ({
        ...{ ...moved(`re_${place}`, 1), status },
      })) as Stripe.Refund[],
    }).settled;
  expect(settled({ ...charge, ...sent })).toBe(true);
  expect(settled({ ...charge, ...sent }, ["succeeded", "failed"])).toBe(true);
  expect(settled({ ...charge, ...sent }, ["succeeded", "pending"])).toBe(false);
  expect(settled({ ...charge, ...sent, transfer: undefined })).toBe(false);
  expect(settled({ ...charge, ...sent, application_fee: undefined })).toBe(false);
  expect(settled({ ...charge, captured: false, amount_captured: 0 })).toBe(true);
});

it.each([
  ["needs_response", [-300], at(9), false, 0],
  ["warning_needs_response", [], at(9), false, 0],
  ["under_review", [-300], null, false, 0],
  ["lost", [-300], null, true, 300],
  ["won", [-300, 300], null, true, 0],
  ["lost", [-300, 100], null, true, 200],
  ["won", [-300, 335], null, true, 0],
  ["appeal_needs_response", [-300], at(9), true, 300],
  ["appeal_under_review", [-300], null, true, 300],
  ["warning_closed", [], null, true, 0],
  ["prevented", [], null, true, 0],
] as const)("a dispute that is %s, of %j", (status, booked, dueBy, closed, chargedBack) => {
  const read = disputed(dispute(status, [...booked]));
  expect(read).toMatchObject({ chargedBack, refunded: chargedBack });
  expect(read.disputes).toEqual([
    {
      ...{ ...known("du_1", 300), dueBy, closed },
      refundable:
        closed && !["lost", "appeal_needs_response", "appeal_under_review"].includes(status),
      withdrawals: booked.flatMap((sum, place) =>
        sum < 0 ? [known(`txn_${place}`, -sum, place)] : [],
      ),
      reinstatements: booked.flatMap((sum, place) =>
        sum > 0 ? [known(`txn_${place}`, sum, place)] : [],
      ),
    },
  ]);
});

it("of several disputes none takes anything for good while one is open; the soonest answer is due first", () => {
  const open = dispute("needs_response", [-50], { is_charge_refundable: true });
  const late = dispute("needs_response", [], { evidence_details: { due_by: SECOND + 99 } });
  const lost = dispute("lost", [-300]);
  expect(disputed(lost, open).chargedBack).toBe(0);
  expect(disputed(lost, lost).chargedBack).toBe(600);
  expect(disputed(open).disputes[0]?.refundable).toBe(true);
  expect(awaitedDispute(disputed(late, open))).toMatchObject({ dueBy: at(9) });
  expect(awaitedDispute(disputed(lost))).toBeNull();
  const never = dispute("needs_response", [], { evidence_details: { due_by: null } });
  expect(awaitedDispute(disputed(never))).toBeNull();
});

it("counts a refund that waits for funds as asked for and not as given back, nor one that was given up so", () => {
  const charge = { ...moved("ch_1", 500), status: "succeeded", captured: true };
  const latest_charge = { ...charge, amount_captured: 500 };
  const refund = (id: string, amount: number, more: object) => ({ ...moved(id, amount), ...more });
  const booked = { balance_transaction: "txn_1" };
  const unbooked = { balance_transaction: null };
  const { refunded, unfunded, refunds, settled } = snapshotOf({
    intent: { status: "succeeded", latest_charge } as unknown as Stripe.PaymentIntent,
    session: null,
    refunds: [
      refund("re_4", 40, { status: "canceled", ...unbooked }),
      refund("re_3", 30, { status: "failed", ...booked }),
      refund("re_2", 20, { status: "pending", pending_reason: "processing", ...booked }),
      refund("re_1", 10, { status: "pending", pending_reason: "insufficient_funds", ...unbooked }),
    ] as unknown as Stripe.Refund[],
    disputes: [],
  });
  expect({ refunded, unfunded, settled }).toEqual({ refunded: 20, unfunded: 10, settled: false });
  expect(refunds.map(({ id, isUnfunded }) => [id, isUnfunded ?? false])).toEqual([
    ...[["re_1", true] as const, ["re_2", false] as const],
    ...[["re_3", false] as const, ["re_4", true] as const],
  ]);
});

it("leads to the payer's bank where that has a page of its own, and nowhere where Stripe's script asks", () => {
  const actionOf = (next_action?: object | null) =>
    snapshotOf({
      intent: { id: "pi_1", status: "requires_action", next_action } as Stripe.PaymentIntent,
      ...{ session: null, disputes: [], refunds: [] },
    }).actionUrl;
  const url = "https://bank.example/3ds";
  expect(actionOf({ type: "redirect_to_url", redirect_to_url: { url } })).toBe(url);
  expect(actionOf({ type: "use_stripe_sdk", use_stripe_sdk: {} })).toBeNull();
  expect([actionOf(null), actionOf()]).toEqual([null, null]);
});

it.each([
  ["pm_1", "pm_1"],
  [{ id: "pm_2", object: "payment_method" }, "pm_2"],
  [null, null],
])("knows the card that it was last tried with, by itself or in full: %j", (payment_method, id) => {
  const intent = { id: "pi_1", status: "requires_payment_method", payment_method } as object;
  const made = snapshotOf({
    ...{ session: null, disputes: [], refunds: [], intent: intent as Stripe.PaymentIntent },
  });
  expect(made.paymentMethodId).toBe(id);
});
