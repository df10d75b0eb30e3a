import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { charge, onboard } from "../../tests/support/stripe-journeys";
import {
  startSandbox,
  webhookVerifier,
  type TestSandbox,
} from "../../tests/support/stripe-sandbox";

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

/** Authorises and captures: two events for the platform's endpoint. */
async function twoEvents(): Promise<void> {
  const intent = await charge(stripe, owner, { capture_method: "manual" });
  await stripe.paymentIntents.capture(intent.id, {}, { idempotencyKey: "cap:1" });
}

const IN_ORDER = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded"];

describe("an event", () => {
  it("is signed, in its envelope, and cannot be altered or mixed up", async () => {
    await twoEvents();
    await sandbox.settled();
    const hook = sandbox.hooks.received.find(({ event }) => event.type === IN_ORDER[1]);
    if (hook === undefined) throw new Error("No event came");
    expect(hook.event).toMatchObject({
      object: "event",
      api_version: "2026-10-28.endive",
      livemode: false,
      pending_webhooks: 1,
      request: { idempotency_key: "cap:1" },
      data: { object: { object: "payment_intent", status: "succeeded" } },
    });
    expect(hook.event.account).toBeUndefined();
    const verify = (raw: string, secret: string) => () =>
      webhookVerifier.webhooks.constructEvent(raw, hook.signature, secret);
    expect(verify(hook.raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET)).not.toThrow();
    expect(verify(hook.raw, SANDBOX_CREDENTIALS.STRIPE_CONNECT_WEBHOOK_SECRET)).toThrow(
      "signature",
    );
    expect(
      verify(hook.raw.replace("112500", "112501"), SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET),
    ).toThrow();
    expect(await stripe.events.retrieve(hook.event.id)).toMatchObject({ pending_webhooks: 0 });
  });

  it("is sent again until somebody takes it, then no more", async () => {
    sandbox.hooks.failNext.push(500, 503, 302);
    await charge(stripe, owner);
    await sandbox.hooks.arrived(4);
    await sandbox.settled();
    expect((await sandbox.state()).deliveries.pending).toBe(0);
    expect(sandbox.hooks.received).toHaveLength(4);
    expect(new Set(sandbox.hooks.received.map(({ event }) => event.id)).size).toBe(1);
  });

  it("is sent again though it came due while others were looked for", async () => {
    // A clock that moves each time it is read: no two looks at it agree.
    let now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 15));
    sandbox.hooks.failNext.push(500, 500, 500, 500);
    await charge(stripe, owner);
    await sandbox.hooks.arrived(5);
    clock.mockRestore();
    await sandbox.settled();
    expect((await sandbox.state()).deliveries).toMatchObject({ pending: 0, failed: 0 });
  });

  it("is given up after a while, but stays listed as undelivered", async () => {
    sandbox.hooks.failNext.push(500, 500, 500, 500, 500);
    await charge(stripe, owner);
    await sandbox.hooks.arrived(5);
    await sandbox.settled();
    expect((await sandbox.state()).deliveries.failed).toBe(1);
    const missed = await stripe.events.list({ delivery_success: false });
    expect(missed.data.map(({ type }) => type)).toEqual(["payment_intent.succeeded"]);
  });

  it("is found again by type and by what came before it", async () => {
    await twoEvents();
    await sandbox.settled();
    const both = await stripe.events.list({ types: IN_ORDER });
    expect(both.data.map(({ type }) => type)).toEqual([...IN_ORDER].reverse());
    const older = await stripe.events.list({
      types: IN_ORDER,
      starting_after: both.data[0]?.id,
    });
    expect(older.data.map(({ type }) => type)).toEqual([IN_ORDER[0]]);
    const family = await stripe.events.list({ type: "charge.*" });
    expect(family.data.map(({ type }) => type)).toEqual(["charge.captured", "charge.succeeded"]);
  });
});

describe("faults on the way", () => {
  it("twice: the same event comes two times", async () => {
    await sandbox.control("faults", { webhooks: "twice" });
    await charge(stripe, owner);
    await sandbox.settled();
    const ids = sandbox.hooks.received.map(({ event }) => event.id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("late: nothing comes until it is pushed out", async () => {
    await sandbox.control("faults", { webhooks: "late" });
    await twoEvents();
    await sandbox.settled();
    expect(sandbox.hooks.received).toEqual([]);
    expect((await sandbox.state()).deliveries.held).toBe(2);
    const answer = await sandbox.control("deliver");
    expect(await answer.json()).toEqual({ delivered: 2, failed: 0 });
    expect(sandbox.hooks.types()).toEqual(IN_ORDER);
  });

  it("reversed: the newest comes first", async () => {
    await sandbox.control("faults", { webhooks: "reversed" });
    await twoEvents();
    await sandbox.control("deliver");
    expect(sandbox.hooks.types()).toEqual([...IN_ORDER].reverse());
  });

  it("lost: nothing ever comes, but the list knows", async () => {
    await sandbox.control("faults", { webhooks: "lost" });
    await twoEvents();
    await sandbox.control("deliver");
    expect(sandbox.hooks.received).toEqual([]);
    const missed = await stripe.events.list({ delivery_success: false });
    expect(missed.data).toHaveLength(2);
  });
});

describe("the switches", () => {
  it("refuse what a foreign page could send and what makes no sense", async () => {
    const form = await fetch(`${sandbox.url}/_sandbox/reset`, { method: "POST", body: "x=1" });
    expect(form.status).toBe(415);
    expect((await sandbox.control("faults", { webhooks: "sideways" })).status).toBe(400);
    expect((await sandbox.control("nothing")).status).toBe(404);
    expect((await sandbox.control("accounts/acct_none", { state: "active" })).status).toBe(404);
  });

  it("count the calls, and send events elsewhere", async () => {
    await sandbox.control("webhook-targets", {
      webhookUrl: sandbox.hooks.webhookUrl.replace("/platform", "/ailleurs"),
    });
    await charge(stripe, owner);
    await sandbox.settled();
    expect((await sandbox.state()).calls).toMatchObject({ "POST /v1/payment_intents": 1 });
    expect(sandbox.hooks.types()).toEqual(["payment_intent.succeeded"]);
  });
});
