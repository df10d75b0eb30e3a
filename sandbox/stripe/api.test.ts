import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { sandboxClient, startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { SANDBOX_API_VERSION } from "./core/events";
import { onboard, rejection } from "../../tests/support/stripe-journeys";

let sandbox: TestSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

describe("keys and versions", () => {
  it("refuses a missing, a wrong and a publishable key", async () => {
    const bare = await fetch(`${sandbox.url}/v1/customers/cus_1`);
    expect(bare.status).toBe(401);
    const wrong = new Stripe("sk_test_other", {
      host: "127.0.0.1",
      port: sandbox.port,
      protocol: "http",
      maxNetworkRetries: 0,
    });
    const error = await rejection(wrong.customers.create({ email: "a@example.org" }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    const published = await fetch(`${sandbox.url}/v1/customers`, {
      method: "POST",
      headers: { authorization: `Bearer ${SANDBOX_CREDENTIALS.STRIPE_PUBLISHABLE_KEY}` },
    });
    expect(published.status).toBe(401);
  });

  it("answers in the SDK's own version and refuses another", async () => {
    expect(stripe.getApiField("version")).toBe(SANDBOX_API_VERSION);
    const customer = await stripe.customers.create({});
    expect(customer.lastResponse.apiVersion).toBe(SANDBOX_API_VERSION);
    expect(customer.lastResponse.requestId).toMatch(/^req_/);
    const error = await rejection(stripe.customers.create({}, { apiVersion: "2020-08-27" }));
    expect(error.message).toContain("Invalid Stripe API version");
  });

  it("knows no other URL and serves no foreign host", async () => {
    const error = await rejection(stripe.products.list());
    expect(error.statusCode).toBe(404);
    expect(error.message).toContain("Unrecognized request URL");
    const { request } = await import("node:http");
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${sandbox.url}/healthz`, { headers: { host: "evil.example" } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe("parameters", () => {
  it("names an unknown parameter, also a nested one", async () => {
    const params = { amount: 1000, currency: "eur", payment_method_types: ["card"] };
    const error = await rejection(stripe.paymentIntents.create(params));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({
      statusCode: 400,
      code: "parameter_unknown",
      param: "payment_method_types",
    });
    const nested = { amount: 1000, currency: "eur", transfer_data: { destination: "a", amout: 1 } };
    expect(await rejection(stripe.paymentIntents.create(nested))).toMatchObject({
      code: "parameter_unknown",
      param: "transfer_data[amout]",
    });
  });

  it("names a missing, an empty and a mistyped parameter", async () => {
    const create = (params: object) =>
      rejection(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
    expect(await create({ currency: "eur" })).toMatchObject({
      code: "parameter_missing",
      param: "amount",
      message: "Missing required param: amount.",
    });
    expect(await create({ amount: "12.5", currency: "eur" })).toMatchObject({
      code: "parameter_invalid_integer",
      param: "amount",
    });
    expect(await create({ amount: 1000, currency: "eur", description: "" })).toMatchObject({
      code: "parameter_invalid_empty",
      param: "description",
    });
    expect(await create({ amount: 1000, currency: "eur", capture_method: "x" })).toMatchObject({
      param: "capture_method",
    });
    expect(await create({ amount: 49, currency: "eur" })).toMatchObject({
      code: "amount_too_small",
    });
  });

  it("answers 404 for an unknown object and 400 for one that a parameter names", async () => {
    expect(await rejection(stripe.paymentIntents.retrieve("pi_none"))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: "No such payment_intent: 'pi_none'",
    });
    expect(
      await rejection(
        stripe.paymentIntents.create({ amount: 1000, currency: "eur", customer: "cus_none" }),
      ),
    ).toMatchObject({ statusCode: 400, code: "resource_missing", param: "customer" });
  });

  it("refuses to expand what holds no object", async () => {
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "eur" });
    const error = await rejection(
      stripe.paymentIntents.retrieve(intent.id, { expand: ["amount.value"] }),
    );
    expect(error.message).toContain("cannot be expanded");
    const whole = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge.balance_transaction"],
    });
    expect(whole.latest_charge).toBeNull();
  });
});

describe("idempotency keys", () => {
  it("replays the first answer, also a refusal", async () => {
    const params = { email: "marie@example.org", metadata: { user: "1" } };
    const first = await stripe.customers.create(params, { idempotencyKey: "cus:1" });
    const again = await stripe.customers.create(params, { idempotencyKey: "cus:1" });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers["idempotent-replayed"]).toBe("true");
    const declined = {
      amount: 1000,
      currency: "eur",
      confirm: true,
      payment_method: "pm_card_visa_chargeDeclined",
    };
    const once = await rejection(
      stripe.paymentIntents.create(declined, { idempotencyKey: "pi:1" }),
    );
    const twice = await rejection(
      stripe.paymentIntents.create(declined, { idempotencyKey: "pi:1" }),
    );
    expect(twice.payment_intent?.id).toBe(once.payment_intent?.id);
  });

  it("refuses other parameters and another endpoint under the same key", async () => {
    await stripe.customers.create({ email: "a@example.org" }, { idempotencyKey: "cus:2" });
    const other = await rejection(
      stripe.customers.create({ email: "b@example.org" }, { idempotencyKey: "cus:2" }),
    );
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other.statusCode).toBe(400);
    const elsewhere = await rejection(
      stripe.paymentIntents.create({ amount: 1000, currency: "eur" }, { idempotencyKey: "cus:2" }),
    );
    expect(elsewhere.message).toContain("same endpoint");
  });

  it("keeps the key free when the parameters were wrong", async () => {
    const options = { idempotencyKey: "pi:2" };
    const wrong = { amount: 1000, currency: "eur", nonsense: "1" };
    await rejection(stripe.paymentIntents.create(wrong, options));
    const intent = await stripe.paymentIntents.create({ amount: 1000, currency: "eur" }, options);
    expect(intent.status).toBe("requires_payment_method");
  });

  it("does a deed once, however many ask for it at the same time", async () => {
    const before = (await sandbox.state()).objects.customer ?? 0;
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        stripe.customers.create({ email: "c@example.org" }, { idempotencyKey: "cus:3" }),
      ),
    );
    expect((await sandbox.state()).objects.customer).toBe(before + 1);
    const ids = new Set(
      results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : [])),
    );
    expect(ids.size).toBe(1);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ statusCode: 409, code: "idempotency_key_in_use" });
      }
    }
  });

  it("does a deed once although the SDK asked twice after a cut connection", async () => {
    const before = (await sandbox.state()).objects.customer ?? 0;
    await sandbox.control("faults", { nextAnswer: "lost-after-deed", path: "/v1/customers" });
    const customer = await stripe.customers.create({ email: "d@example.org" });
    expect(customer.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect((await sandbox.state()).objects.customer).toBe(before + 1);
  });
});

describe("faults in answers", () => {
  it("answers 500 without doing anything, as often as asked, on the path asked for", async () => {
    const before = (await sandbox.state()).objects.customer ?? 0;
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1/customers", times: 2 });
    await stripe.paymentIntents.create({ amount: 1000, currency: "eur" });
    for (let count = 0; count < 2; count += 1) {
      const error = await rejection(stripe.customers.create({}));
      expect(error).toBeInstanceOf(Stripe.errors.StripeAPIError);
      expect(error.statusCode).toBe(500);
    }
    await stripe.customers.create({});
    expect((await sandbox.state()).objects.customer).toBe(before + 1);
  });

  it.each([
    ["500", 500, 0],
    ["500-after-deed", 500, 1],
    ["refused", 400, 0],
  ])("keeps %s under its key for a day, as Stripe does", async (fault, status, made) => {
    const before = (await sandbox.state()).objects.customer ?? 0;
    const idempotencyKey = `cus:kept:${fault}`;
    // What is wrong in itself was never begun, and is not kept.
    await rejection(stripe.customers.create({ nom: "X" } as never, { idempotencyKey }));
    await sandbox.control("faults", { nextAnswer: fault, path: "/v1/customers", times: 1 });
    const patient = sandboxClient(sandbox.port, { maxNetworkRetries: 1 });
    for (let count = 0; count < 2; count += 1) {
      const error = await rejection(patient.customers.create({}, { idempotencyKey }));
      expect(error.statusCode).toBe(status);
    }
    expect((await sandbox.state()).objects.customer).toBe(before + made);
    await patient.customers.create({}, { idempotencyKey: `${idempotencyKey}~1` });
    expect((await sandbox.state()).objects.customer).toBe(before + made + 1);
  });

  it("loses the answer for good when the second try is hit too", async () => {
    const before = (await sandbox.state()).objects.customer ?? 0;
    await sandbox.control("faults", { nextAnswer: "lost-after-deed", times: 2 });
    const error = await rejection(stripe.customers.create({}, { idempotencyKey: "cus:4" }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await sandbox.state()).objects.customer).toBe(before + 1);
    const found = await stripe.customers.create({}, { idempotencyKey: "cus:4" });
    expect(found.id).toMatch(/^cus_/);
  });
});

describe("lists", () => {
  it("pages through the newest first and filters by time", async () => {
    const account = await onboard(sandbox);
    for (let count = 0; count < 5; count += 1) {
      await stripe.paymentIntents.create({
        amount: 1000 + count,
        currency: "eur",
        confirm: true,
        payment_method: "pm_card_visa",
        transfer_data: { destination: account },
      });
    }
    await sandbox.settled();
    const seen: number[] = [];
    for await (const transfer of stripe.transfers.list({ destination: account, limit: 2 })) {
      seen.push(transfer.amount);
    }
    expect(seen).toEqual([1004, 1003, 1002, 1001, 1000]);
    const later = await stripe.transfers.list({
      created: { gt: Math.floor(Date.now() / 1000) + 60 },
    });
    expect(later.data).toEqual([]);
    const limit = await rejection(stripe.transfers.list({ limit: 101 }));
    expect(limit.param).toBe("limit");
  });
});
