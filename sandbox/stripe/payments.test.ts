import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { charge, createAccount, onboard, rejection } from "../../tests/support/stripe-journeys";
import { startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { idOf } from "./core/ids";

let sandbox: TestSandbox;
let stripe: Stripe;
let owner: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = sandbox.stripe;
});
beforeEach(async () => {
  await sandbox.control("reset");
  owner = await onboard(sandbox);
  await sandbox.settled();
  sandbox.hooks.received.length = 0;
});
afterAll(() => sandbox.close());

async function chargeOf(intent: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  return stripe.charges.retrieve(idOf(intent.latest_charge) ?? "", {
    expand: ["transfer", "application_fee", "balance_transaction"],
  });
}

describe("a payment taken at once", () => {
  it("succeeds, and is settled a moment after the answer", async () => {
    await sandbox.control("faults", { webhooks: "late" });
    const intent = await charge(stripe, owner, { expand: ["latest_charge"] });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 112500,
      application_fee_amount: 25000,
      metadata: { reservation: "1" },
      payment_method_types: ["card"],
      latest_charge: {
        captured: true,
        amount_captured: 112500,
        balance_transaction: null,
        application_fee: null,
        payment_method_details: { card: { brand: "visa", last4: "4242" } },
      },
    });
    await sandbox.settled();
    const settled = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge.transfer", "latest_charge.application_fee"],
    });
    expect(settled.latest_charge).toMatchObject({
      transfer: {
        amount: 112500,
        destination: owner,
        transfer_group: "reservation_1",
        reversed: false,
      },
      application_fee: { amount: 25000, account: owner, refunded: false },
    });
    const balance = await stripe.balanceTransactions.list({ limit: 100 });
    expect(balance.data.map(({ type, amount, fee }) => [type, amount, fee])).toEqual([
      ["application_fee", 25000, 0],
      ["transfer", -112500, 0],
      ["charge", 112500, 1713],
    ]);
    const events = await stripe.events.list({ limit: 100 });
    expect(events.data.map(({ type }) => type).reverse()).toEqual([
      "payment_intent.created",
      "payment_intent.succeeded",
      "charge.succeeded",
      "transfer.created",
      "application_fee.created",
      "charge.updated",
    ]);
  });

  it("is settled in the answer when captured synchronously", async () => {
    const intent = await charge(stripe, owner, { capture_method: "automatic" });
    expect((await chargeOf(intent)).transfer).toMatchObject({ amount: 112500 });
  });

  it("keeps what a declined card leaves, and can be paid with another", async () => {
    const error = await rejection(
      charge(stripe, owner, { payment_method: "pm_card_visa_chargeDeclined" }),
    );
    expect(error).toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { status: "requires_payment_method", payment_method: null },
    });
    const failed = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? "", {
      expand: ["latest_charge"],
    });
    expect(failed.last_payment_error).toMatchObject({ code: "card_declined" });
    expect(failed.latest_charge).toMatchObject({ status: "failed", paid: false });
    const paid = await stripe.paymentIntents.confirm(failed.id, { payment_method: "pm_card_visa" });
    expect(paid).toMatchObject({ status: "succeeded", last_payment_error: null });
    expect((await stripe.charges.list({ payment_intent: paid.id })).data).toHaveLength(2);
  });

  it("tells one decline from another", async () => {
    const codes = await Promise.all(
      ["pm_card_visa_chargeDeclinedInsufficientFunds", "pm_card_chargeDeclinedExpiredCard"].map(
        async (method) =>
          (await rejection(charge(stripe, owner, { payment_method: method }))).decline_code,
      ),
    );
    expect(codes).toEqual(["insufficient_funds", "expired_card"]);
  });

  it("refuses a fee above the amount, a fee for nobody, and an owner who cannot be paid", async () => {
    expect(
      await rejection(charge(stripe, owner, { application_fee_amount: 112501 })),
    ).toMatchObject({
      statusCode: 400,
      param: "application_fee_amount",
    });
    expect(
      await rejection(
        stripe.paymentIntents.create({ amount: 1000, currency: "eur", application_fee_amount: 1 }),
      ),
    ).toMatchObject({ param: "application_fee_amount" });
    const fresh = await createAccount(stripe);
    expect(await rejection(charge(stripe, fresh.id))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
      param: "transfer_data[destination]",
    });
    expect(await rejection(charge(stripe, "acct_none"))).toMatchObject({
      code: "resource_missing",
    });
    expect((await sandbox.state()).objects.payment_intent).toBe(0);
  });

  it("refuses at confirmation an owner who was restricted meanwhile", async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 112500,
      currency: "eur",
      payment_method: "pm_card_visa",
      transfer_data: { destination: owner },
    });
    expect(intent.status).toBe("requires_confirmation");
    await sandbox.control(`accounts/${owner}`, { state: "restricted" });
    expect(await rejection(stripe.paymentIntents.confirm(intent.id))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
  });

  it("refuses to capture for an owner who was restricted meanwhile, and still gives it back", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    await sandbox.control(`accounts/${owner}`, { state: "restricted" });
    expect(await rejection(stripe.paymentIntents.capture(intent.id))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("requires_capture");
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe("canceled");
  });

  it("takes payment methods made of typed cards", async () => {
    const make = (number: string) =>
      stripe.paymentMethods.create({
        type: "card",
        card: { number, exp_month: 12, exp_year: 2034, cvc: "123" },
        billing_details: { name: "Marie Durand" },
      });
    const method = await make("4242424242424242");
    expect(method.card).toMatchObject({ brand: "visa", last4: "4242" });
    expect((await charge(stripe, owner, { payment_method: method.id })).status).toBe("succeeded");
    expect(
      (await rejection(charge(stripe, owner, { payment_method: method.id }))).message,
    ).toContain("may not be used again");
    expect(await rejection(make("4242424242424241"))).toMatchObject({ code: "incorrect_number" });
    expect(await rejection(make("4111111111111111"))).toMatchObject({
      decline_code: "test_mode_live_card",
    });
    expect(await rejection(charge(stripe, owner, { payment_method: "pm_none" }))).toMatchObject({
      code: "resource_missing",
    });
  });
});

describe("a payment that waits for the owner", () => {
  it("is authorised, then captured", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    expect(intent).toMatchObject({
      status: "requires_capture",
      amount_capturable: 112500,
      amount_received: 0,
    });
    expect(await chargeOf(intent)).toMatchObject({ captured: false, balance_transaction: null });
    const captured = await stripe.paymentIntents.capture(intent.id, {});
    expect(captured).toMatchObject({ status: "succeeded", amount_received: 112500 });
    expect((await chargeOf(intent)).transfer).toMatchObject({ amount: 112500, destination: owner });
    expect(await rejection(stripe.paymentIntents.capture(intent.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await sandbox.settled();
    expect(sandbox.hooks.types()).toEqual([
      "payment_intent.amount_capturable_updated",
      "payment_intent.succeeded",
    ]);
  });

  it("is given back when canceled, as a refund of an uncaptured charge", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: "requested_by_customer",
    });
    expect(canceled).toMatchObject({
      status: "canceled",
      amount_capturable: 0,
      cancellation_reason: "requested_by_customer",
    });
    expect(await chargeOf(intent)).toMatchObject({
      captured: false,
      amount_captured: 0,
      refunded: true,
      amount_refunded: 112500,
    });
    expect((await stripe.transfers.list()).data).toEqual([]);
    expect(await rejection(stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect(await rejection(stripe.paymentIntents.capture(intent.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await sandbox.settled();
    expect(sandbox.hooks.types().sort()).toEqual([
      "charge.refunded",
      "payment_intent.amount_capturable_updated",
      "payment_intent.canceled",
      "refund.created",
    ]);
  });

  it("cannot be refunded before its capture", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    const error = await rejection(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error.message).toContain("You must cancel the PaymentIntent");
  });

  it("expires after seven days", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    await sandbox.control("clock", { offsetMs: 7 * 24 * 60 * 60 * 1000 + 2000 });
    const expired = await stripe.paymentIntents.retrieve(intent.id);
    expect(expired).toMatchObject({ status: "canceled", cancellation_reason: "expired" });
    await sandbox.settled();
    expect(sandbox.hooks.types()).toEqual(
      expect.arrayContaining(["charge.expired", "payment_intent.canceled"]),
    );
  });

  it("is captured or canceled, never both", async () => {
    const intent = await charge(stripe, owner, { capture_method: "manual" });
    const results = await Promise.allSettled([
      stripe.paymentIntents.capture(intent.id),
      stripe.paymentIntents.cancel(intent.id),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("refunds", () => {
  const flags = { reverse_transfer: true, refund_application_fee: true };

  it("take the owner's and the platform's parts back in proportion, to the last cent", async () => {
    const intent = await charge(stripe, owner, { amount: 99999, application_fee_amount: 22222 });
    const first = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 33333,
      reason: "requested_by_customer",
      ...flags,
    });
    expect(first).toMatchObject({
      status: "succeeded",
      amount: 33333,
      charge: intent.latest_charge,
    });
    expect(await chargeOf(intent)).toMatchObject({
      amount_refunded: 33333,
      refunded: false,
      transfer: { amount_reversed: 33333, reversed: false },
      application_fee: { amount_refunded: 7407 },
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 33333, ...flags });
    await stripe.refunds.create({ payment_intent: intent.id, ...flags });
    expect(await chargeOf(intent)).toMatchObject({
      amount_refunded: 99999,
      refunded: true,
      transfer: { amount_reversed: 99999, reversed: true },
      application_fee: { amount_refunded: 22222, refunded: true },
    });
    const { transfer } = await stripe.charges.retrieve(idOf(intent.latest_charge) ?? "");
    expect((await stripe.transfers.listReversals(idOf(transfer) ?? "")).data).toHaveLength(3);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(3);
    const found = await stripe.refunds.retrieve(first.id, { expand: ["charge"] });
    expect(found.charge).toMatchObject({ id: intent.latest_charge });
  });

  it("leave the parts alone without the flags", async () => {
    const intent = await charge(stripe, owner);
    await stripe.refunds.create({ payment_intent: intent.id });
    expect(await chargeOf(intent)).toMatchObject({
      refunded: true,
      transfer: { amount_reversed: 0 },
      application_fee: { amount_refunded: 0 },
    });
  });

  it("never exceed what was paid", async () => {
    const intent = await charge(stripe, owner);
    expect(
      await rejection(
        stripe.refunds.create({ payment_intent: intent.id, amount: 112501, ...flags }),
      ),
    ).toMatchObject({ statusCode: 400, param: "amount" });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 112500, ...flags });
    expect(await rejection(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: "charge_already_refunded",
    });
    expect(await rejection(stripe.refunds.create({ payment_intent: "pi_none" }))).toMatchObject({
      code: "resource_missing",
      param: "payment_intent",
    });
  });

  it("are refused over what is left", async () => {
    const intent = await charge(stripe, owner);
    await stripe.refunds.create({ payment_intent: intent.id, amount: 60_000, ...flags });
    const error = await rejection(
      stripe.refunds.create({ payment_intent: intent.id, amount: 52_501, ...flags }),
    );
    expect(error).toMatchObject({ statusCode: 400, param: "amount" });
    expect(error.message).toContain("unrefunded amount");
    await stripe.refunds.create({ payment_intent: intent.id, amount: 52_500, ...flags });
    expect(await chargeOf(intent)).toMatchObject({ refunded: true, amount_refunded: 112_500 });
  });

  it("cannot take back again what a failed one took", async () => {
    const intent = await charge(stripe, owner);
    const refund = await stripe.refunds.create({ payment_intent: intent.id, ...flags });
    await sandbox.control(`refunds/${refund.id}`, { status: "failed" });
    const again = (asked: object) => stripe.refunds.create({ payment_intent: intent.id, ...asked });
    for (const [flag, what] of [
      ["reverse_transfer", "Transfer"],
      ["refund_application_fee", "Application fee"],
    ] as const) {
      const error = await rejection(again({ [flag]: true }));
      expect(error).toMatchObject({ statusCode: 400, type: "StripeInvalidRequestError" });
      expect(error.message).toContain(what);
    }
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0 });
    expect(await again({})).toMatchObject({ status: "succeeded", transfer_reversal: null });
  });

  it("are pending for a while with a card that takes its time", async () => {
    const intent = await charge(stripe, owner, { payment_method: "pm_card_pendingRefund" });
    const { id, status } = await stripe.refunds.create({ payment_intent: intent.id, ...flags });
    expect(status).toBe("pending");
    await sandbox.settled();
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "pending" });
    await sandbox.control("clock", { offsetMs: 61_000 });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "succeeded" });
  });

  it("are followed by the bank's word, good or bad", async () => {
    const good = await charge(stripe, owner);
    await stripe.refunds.create({ payment_intent: good.id, ...flags });
    const bad = await charge(stripe, owner, { payment_method: "pm_card_refundFail" });
    const refund = await stripe.refunds.create({ payment_intent: bad.id, ...flags });
    expect(refund.status).toBe("succeeded");
    await sandbox.settled();
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: "failed" });
    expect(await chargeOf(bad)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect(sandbox.hooks.types()).toEqual(
      expect.arrayContaining(["charge.refunded", "refund.updated", "refund.failed"]),
    );
  });
});

describe("what was sent on", () => {
  it("comes back by hand as far as there is some left, and its fee", async () => {
    const intent = await charge(stripe, owner, { capture_method: "automatic" });
    const { transfer, application_fee } = await chargeOf(intent);
    const tr = idOf(transfer ?? null) ?? "";
    const fee = idOf(application_fee) ?? "";
    await stripe.transfers.createReversal(tr, { amount: 100_000 });
    await stripe.applicationFees.createRefund(fee, { amount: 20_000 });
    expect(await rejection(stripe.transfers.createReversal(tr, { amount: 12_501 }))).toMatchObject({
      param: "amount",
    });
    expect(
      await rejection(stripe.applicationFees.createRefund(fee, { amount: 5_001 })),
    ).toMatchObject({ param: "amount" });
    for (const call of [
      stripe.transfers.createReversal(tr, { amount: 0 }),
      stripe.applicationFees.createRefund(fee, { amount: 0 }),
    ]) {
      expect(await rejection(call)).toMatchObject({ code: "parameter_invalid_integer" });
    }
    await stripe.transfers.createReversal(tr, { amount: 12_500 });
    await stripe.applicationFees.createRefund(fee, { amount: 5_000 });
    expect(await chargeOf(intent)).toMatchObject({
      transfer: { reversed: true },
      application_fee: { refunded: true },
    });
    for (const call of [
      stripe.transfers.createReversal(tr, { amount: 1 }),
      stripe.applicationFees.createRefund(fee, { amount: 1 }),
    ]) {
      expect((await rejection(call)).message).toContain("in full");
    }
    expect((await stripe.applicationFees.listRefunds(fee)).data).toHaveLength(2);
  });

  it("shows ten of what came back, the newest, and lists all of it", async () => {
    const intent = await charge(stripe, owner, { capture_method: "automatic" });
    const { transfer, application_fee } = await chargeOf(intent);
    const tr = idOf(transfer ?? null) ?? "";
    const fee = idOf(application_fee) ?? "";
    for (let amount = 1; amount <= 12; amount += 1) {
      await stripe.transfers.createReversal(tr, { amount });
      await stripe.applicationFees.createRefund(fee, { amount });
    }
    const newest = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((amount) => ({ amount }));
    const shown = { data: newest, has_more: true };
    expect(await chargeOf(intent)).toMatchObject({
      transfer: { reversals: shown },
      application_fee: { refunds: shown },
    });
    const all = { limit: 100 };
    expect((await stripe.transfers.listReversals(tr, all)).data).toHaveLength(12);
    expect((await stripe.applicationFees.listRefunds(fee, all)).data).toHaveLength(12);
  });
});

describe("disputes", () => {
  it("come by themselves for the disputing card, and are closed by a switch", async () => {
    const intent = await charge(stripe, owner, { payment_method: "pm_card_createDispute" });
    await sandbox.settled();
    const { data } = await stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ status: "needs_response", amount: 112500 }]);
    expect(await rejection(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: "charge_disputed",
    });
    await sandbox.control(`disputes/${data[0]?.id ?? ""}`, { status: "lost" });
    await sandbox.settled();
    expect(sandbox.hooks.types()).toEqual(
      expect.arrayContaining(["charge.dispute.created", "charge.dispute.closed"]),
    );
  });

  it("begin as inquiries, which take nothing and can be refunded", async () => {
    const intent = await charge(stripe, owner);
    const answer = await sandbox.control("disputes", { payment_intent: intent.id, inquiry: true });
    const { id } = (await answer.json()) as Stripe.Dispute;
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: "warning_needs_response",
      balance_transactions: [],
      is_charge_refundable: true,
    });
    expect((await sandbox.control(`disputes/${id}`, { status: "lost" })).status).toBe(400);
    await sandbox.control(`disputes/${id}`, { status: "warning_closed" });
    expect((await stripe.refunds.create({ payment_intent: intent.id })).status).toBe("succeeded");
  });

  it("are opened by a switch", async () => {
    const intent = await charge(stripe, owner);
    const answer = await sandbox.control("disputes", { payment_intent: intent.id, amount: 5000 });
    const dispute = (await answer.json()) as Stripe.Dispute;
    expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({ amount: 5000 });
    const again = await sandbox.control("disputes", { payment_intent: intent.id });
    expect(again.status).toBe(400);
  });
});
