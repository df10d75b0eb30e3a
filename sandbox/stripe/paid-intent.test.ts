import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { buildPaidIntent, type PaidIntentOptions } from "./paid-intent";
import { buildAccount } from "./resources/account-object";
import { buildCustomer } from "./resources/customers";

const DAY = 24 * 60 * 60;
const PAID_AT = Math.floor(Date.now() / 1000) - 20 * DAY;

function options(change: Partial<PaidIntentOptions> = {}): PaidIntentOptions {
  return {
    seed: "reservation_1",
    publicUrl: "http://127.0.0.1:1",
    amount: 112500,
    applicationFeeAmount: 25000,
    destination: "acct_demo1",
    customer: "cus_demo1",
    transferGroup: "reservation_1",
    metadata: { reservation: "1" },
    created: PAID_AT,
    captureMethod: "automatic",
    ...change,
  };
}

describe("buildPaidIntent", () => {
  it("gives the same objects for the same seed", () => {
    expect(buildPaidIntent(options())).toEqual(buildPaidIntent(options()));
    expect(buildPaidIntent(options({ seed: "reservation_2" })).paymentIntent.id).not.toBe(
      buildPaidIntent(options()).paymentIntent.id,
    );
  });

  it("makes each end of a payment", () => {
    const paid = buildPaidIntent(options());
    expect(paid.paymentIntent).toMatchObject({ status: "succeeded", created: PAID_AT });
    expect(paid.charge).toMatchObject({ transfer: paid.transfer?.id, captured: true });
    const waiting = buildPaidIntent(options({ captureMethod: "manual" }));
    expect(waiting.paymentIntent.status).toBe("requires_capture");
    expect(waiting.transfer).toBeNull();
    const accepted = buildPaidIntent(
      options({ captureMethod: "manual", capturedAt: PAID_AT + DAY }),
    );
    expect(accepted.transfer?.created).toBe(PAID_AT + DAY);
    const refused = buildPaidIntent(
      options({ captureMethod: "manual", canceledAt: PAID_AT + DAY }),
    );
    expect(refused.paymentIntent).toMatchObject({ status: "canceled", canceled_at: PAID_AT + DAY });
    const refunded = buildPaidIntent(
      options({ refunds: [{ amount: 56250, at: PAID_AT + 2 * DAY }] }),
    );
    expect(refunded.refunds).toMatchObject([{ amount: 56250, created: PAID_AT + 2 * DAY }]);
    expect(refunded.applicationFee).toMatchObject({ amount_refunded: 12500 });
  });
});

describe("importing", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  it("takes objects in as they are, and goes on from there", async () => {
    const { stripe } = sandbox;
    const paid = buildPaidIntent(options({ publicUrl: sandbox.url }));
    const answer = await sandbox.control("import", {
      objects: [
        buildAccount({ id: "acct_demo1", created: PAID_AT, state: "active" }),
        buildCustomer({ id: "cus_demo1", created: PAID_AT, email: "a@example.org" }),
        ...paid.objects,
      ],
    });
    expect(answer.status).toBe(200);
    expect((await stripe.events.list()).data).toEqual([]);
    const found = await stripe.paymentIntents.retrieve(paid.paymentIntent.id, {
      expand: ["customer", "latest_charge.transfer", "latest_charge.application_fee"],
    });
    expect(found).toMatchObject({
      customer: { email: "a@example.org" },
      latest_charge: { transfer: { amount: 112500 }, application_fee: { amount: 25000 } },
    });
    await stripe.refunds.create({
      payment_intent: found.id,
      amount: 56250,
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect((await stripe.applicationFees.list()).data).toMatchObject([{ amount_refunded: 12500 }]);
  });

  it("refuses what is no object of Stripe's", async () => {
    const answer = await sandbox.control("import", { objects: [{ id: "x", object: "invoice" }] });
    expect(answer.status).toBe(400);
  });

  it("takes thousands of payments in at once, and lists them page by page", async () => {
    const objects = Array.from({ length: 2000 }, (_, index) =>
      buildPaidIntent(options({ seed: `many_${index}` })),
    ).flatMap((paid) => paid.objects);
    const before = (await sandbox.state()).objects.payment_intent ?? 0;
    expect((await sandbox.control("import", { objects })).status).toBe(200);
    const page = await sandbox.stripe.paymentIntents.list({ customer: "cus_demo1", limit: 100 });
    expect(page.has_more).toBe(true);
    expect((await sandbox.state()).objects.payment_intent).toBe(before + 2000);
  });
});
