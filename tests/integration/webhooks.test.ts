import {
  createPayableVenue,
  ledgerOf,
  payOnPage,
  sandbox,
  stored,
  subjectsTo,
} from "../support/payments";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { trusted } from "mongoose";
import Stripe from "stripe";
import { ReservationModel, type Reservation } from "@models/reservation";
import { StripeEventModel } from "@models/stripe-event";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { refuseRequest } from "~/bookings/answer/answer-request.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { stripe } from "~/payments/gateway.server";
import { fetchMissedEvents } from "~/payments/missed-events.server";
import { receiveEvent } from "~/payments/receive-event.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { changeVenue } from "~/venues/edit-venue.server";
import { answerWebhook } from "~/routes/api/stripe/answer-webhook.server";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import type { ReceivedWebhook } from "../support/stripe-sandbox";

useDatabase();

const now = new Date();
const verifier = new Stripe("sk_test_unused");
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  await sandbox.control("deliver");
  sandbox.hooks.received.length = 0;
  ({ venue, owner } = await createPayableVenue());
  buyer = await createUser();
});

async function paidHold(): Promise<Reservation> {
  const hold = await reserve({
    venueId: venue._id.toString(),
    buyer: { id: buyer._id.toString() },
    startDate: addDays(todayInParis(now), 40),
    endDate: addDays(todayInParis(now), 42),
    requestKey: "form",
    now,
  });
  const reservationId = hold._id.toString();
  const url = await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
  await payOnPage(url);
  await sandbox.settled();
  await sandbox.control("deliver");
  return hold;
}

function post(raw: string, signature: string, endpoint: "platform" | "connect" = "platform") {
  return answerWebhook(
    endpoint,
    new Request(`http://localhost/api/stripe/${endpoint}`, {
      method: "POST",
      headers: { "stripe-signature": signature },
      body: raw,
    }),
    "test",
  );
}

/** A header that is none of Stripe's, and that only what it signs tells from one. */
const wellFormed = () => `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`;

/** A webhook of which nothing but the headers comes until `end` is called. */
function slow(header: string | null) {
  let end!: () => void;
  const body = new ReadableStream({ start: (controller) => (end = () => controller.close()) });
  const headers = header === null ? undefined : { "stripe-signature": header };
  const open = { method: "POST", headers, body, duplex: "half" } as const;
  const request = new Request("http://localhost/api/stripe/webhook", open);
  return { answer: answerWebhook("platform", request, "test"), end };
}

const deliver = (hook: ReceivedWebhook) => post(hook.raw, hook.signature, hook.endpoint);
const platformHooks = () =>
  sandbox.hooks.received.filter(({ endpoint }) => endpoint === "platform");
const hookOf = (type: string) => sandbox.hooks.received.find(({ event }) => event.type === type)!;

/** Signs anything, as only the holder of the secret can. */
function signed(payload: string, secret: string, at: Date): string {
  return verifier.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(at.getTime() / 1000),
  });
}

describe("an event", () => {
  test("attack 21: before the redirect confirms; the return page then changes nothing", async () => {
    const hold = await paidHold();
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(200);
    const confirmed = await stored(hold);
    expect(confirmed.status).toBe("confirmed");
    await syncReservation(hold._id.toString());
    expect((await stored(hold)).history).toEqual(confirmed.history);
    expect(await subjectsTo(buyer)).toHaveLength(1);
  });

  test.each([
    ["in order", (hooks: ReceivedWebhook[]) => hooks],
    ["reversed", (hooks: ReceivedWebhook[]) => [...hooks].reverse()],
    ["each twice", (hooks: ReceivedWebhook[]) => hooks.flatMap((hook) => [hook, hook])],
  ])("all of them, %s", async (_, order) => {
    const hold = await paidHold();
    for (const hook of order(platformHooks())) expect((await deliver(hook)).status).toBe(200);
    expect((await stored(hold)).status).toBe("confirmed");
    expect((await stored(hold)).history).toHaveLength(2);
    expect(await ledgerOf(hold)).toEqual({ captured: 162_000, transferred: 162_000, fee: 36_000 });
    expect(await subjectsTo(buyer)).toHaveLength(1);
    expect(await StripeEventModel.countDocuments({ handledAt: trusted({ $exists: false }) })).toBe(
      0,
    );
  });

  test("attack 20: the same 50 times at once is stored once and acted on once", async () => {
    const hold = await paidHold();
    const hook = hookOf("payment_intent.succeeded");
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(hook)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await StripeEventModel.countDocuments()).toBe(1);
    expect((await stored(hold)).history).toHaveLength(2);
    expect(await subjectsTo(buyer)).toHaveLength(1);
  });

  test("all at once, twice", async () => {
    const hold = await paidHold();
    const answers = await Promise.all([...platformHooks(), ...platformHooks()].map(deliver));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stored(hold)).history).toHaveLength(2);
    expect(await ledgerOf(hold)).toEqual({ captured: 162_000, transferred: 162_000, fee: 36_000 });
  });

  test("of a type that means nothing here is acknowledged and not stored", async () => {
    const raw = JSON.stringify({
      id: "evt_x",
      object: "event",
      type: "product.created",
      data: { object: {} },
    });
    expect(
      (await post(raw, signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, now))).status,
    ).toBe(200);
    expect(await StripeEventModel.countDocuments()).toBe(0);
  });

  test("about a payment of nobody here is handled and changes nothing", async () => {
    const { accountId } = (await UserModel.findById(owner._id).lean())!;
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 5_000,
      currency: "eur",
      confirm: true,
      payment_method: "pm_card_visa",
      allowed_payment_method_types: ["card"],
      application_fee_amount: 100,
      transfer_data: { destination: accountId! },
      metadata: { reservation: "ffffffffffffffffffffffff" },
      return_url: "https://example.org",
    });
    await sandbox.settled();
    expect((await deliver(hookOf("payment_intent.succeeded"))).status).toBe(200);
    expect(await StripeEventModel.findOne({ objectId: intent.id }).lean()).toHaveProperty(
      "handledAt",
    );
  });
});

describe("the echo of an authorisation given back", () => {
  beforeEach(async () => {
    await VenueModel.updateOne({ _id: venue._id }, { $set: { needValidation: true } });
  });

  const unhandled = () =>
    StripeEventModel.countDocuments({ handledAt: trusted({ $exists: false }) });

  test("changes nothing, and Stripe is not asked for each", async () => {
    const hold = await paidHold();
    await syncReservation(hold._id.toString(), { now });
    await refuseRequest({ reservationId: hold._id.toString(), ownerId: null, now });
    const after = await stored(hold);
    expect(after.status).toBe("cancelled");
    await sandbox.settled();
    const echo = ["payment_intent.canceled", "charge.refunded"].map(hookOf);
    const { calls } = await sandbox.state();
    for (const hook of echo) expect((await deliver(hook)).status).toBe(200);
    expect((await sandbox.state()).calls).toEqual(calls);
    expect(await stored(hold)).toEqual(after);
    expect(await unhandled()).toBe(0);
  });

  test("does not take the place of who died over it: the job finishes", async () => {
    const hold = await paidHold();
    const { _id, paymentIntentId } = (await syncReservation(hold._id.toString(), { now }))!;
    await ReservationModel.updateOne({ _id }, { $set: { status: "cancelling" } });
    await sandbox.stripe.paymentIntents.cancel(paymentIntentId!);
    await sandbox.settled();
    expect((await deliver(hookOf("payment_intent.canceled"))).status).toBe(200);
    expect(await unhandled()).toBe(0);
    await reconcile(addMinutes(now, 6));
    expect((await stored(hold)).status).toBe("cancelled");
    expect(await ledgerOf(hold)).toEqual({ authorised: 162_000, released: 162_000 });
  });
});

describe("a forgery", () => {
  test("attack 20: wrong signature, other secret, one byte changed, 301 seconds old: 400, nothing stored", async () => {
    const hold = await paidHold();
    const { raw, signature } = hookOf("checkout.session.completed");
    const old = addMinutes(now, -6);
    const attempts = [
      post(raw, "t=1,v1=00"),
      post(raw, ""),
      // To the SDK a plain error, not one of its own kind.
      ...[
        ...[`t=${now.getTime()},v1=`, "v1=,t=1", "t=,v1=", "t,v1", "=", ",,", "t=1,v1==0"],
        // As long as a signature, and longer in bytes.
        `t=1,v1=${"é".repeat(64)}`,
      ].map((odd) => post(raw, odd)),
      post(raw, signed(raw, SANDBOX_CREDENTIALS.STRIPE_CONNECT_WEBHOOK_SECRET, now)),
      post(raw, signature, "connect"),
      post(raw.replace(/"livemode":\s*false/, '"livemode":true '), signature),
      post(`${raw} `, signature),
      post(
        raw,
        signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, new Date(Date.now() - 301_000)),
      ),
      post(raw, signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, old)),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(
      attempts.map(() => 400),
    );
    expect(await StripeEventModel.countDocuments()).toBe(0);
    expect((await stored(hold)).status).toBe("hold");
  });

  test.each([
    ["not json"],
    ["null"],
    ["[]"],
    ["{}"],
    [JSON.stringify({ id: "evt_1", object: "v2.core.event" })],
    [JSON.stringify({ id: "evt_1", object: "v2.core.event", type: "v1.charge.refunded" })],
    [
      JSON.stringify({
        id: { $gt: "" },
        type: "charge.refunded",
        data: { object: { id: "ch_1" } },
      }),
    ],
    [JSON.stringify({ id: "evt_1", type: "charge.refunded" })],
    [JSON.stringify({ id: "evt_1", type: "charge.refunded", data: { object: null } })],
    [JSON.stringify({ id: "evt_1", type: "charge.refunded", data: { object: { id: "" } } })],
    [JSON.stringify({ id: "evt_1", type: "charge.refunded", data: { object: { id: { a: 1 } } } })],
    ...["", 42, {}].map((payment_intent) => [
      JSON.stringify({
        ...{ id: "evt_1", type: "charge.dispute.closed" },
        data: { object: { id: "dp_1", payment_intent } },
      }),
    ]),
  ])("rightly signed, but no event: 400 and a line of the log, for %s", async (raw) => {
    const warned = vi.spyOn(logger, "warn");
    const signature = signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, now);
    expect((await post(raw, signature)).status).toBe(400);
    expect(warned).toHaveBeenCalledWith(
      expect.objectContaining({ endpoint: "platform" }),
      "signed webhook is no event",
    );
    expect(await StripeEventModel.countDocuments()).toBe(0);
  });

  test("that has the shape of a signature is told of once an endpoint, then every ten minutes", async () => {
    // Later than what others have said of theirs.
    const start = addMinutes(new Date(), 24 * 60);
    const warned = vi.spyOn(logger, "warn").mockReturnValue().mockClear();
    onTestFinished(() => warned.mockRestore());
    const told = async (endpoint: "platform" | "connect", minutes: number, header?: string) => {
      const at = addMinutes(start, minutes);
      const rawBody = JSON.stringify({ id: "evt_strange" });
      const message = { endpoint, rawBody, now: at };
      const signature = header ?? signed(rawBody, "whsec_another", at);
      await expect(receiveEvent({ ...message, signature })).rejects.toThrow(Refusal);
      return warned.mock.calls.splice(0);
    };
    const lines = (endpoint: string) => [[{ endpoint }, "webhook signed by none of our secrets"]];
    const old = (seconds: number) => `t=${Math.floor(start.getTime() / 1000) - seconds},v1=00`;
    const late = (endpoint: string, seconds: number) => [
      [
        { endpoint, seconds: expect.closeTo(seconds, -1) as number },
        "webhook signed too long ago by this machine's clock",
      ],
    ];
    // As all of Stripe's are where our clock is ten minutes ahead.
    expect(await told("platform", 0, old(600))).toEqual(late("platform", 600));
    expect(await told("platform", 9, old(600))).toEqual([]);
    expect(await told("platform", 0, "t=1")).toEqual([]);
    expect(await told("platform", 0)).toEqual(lines("platform"));
    expect(await told("platform", 9)).toEqual([]);
    expect(await told("connect", 9)).toEqual(lines("connect"));
    expect(await told("platform", 10)).toEqual(lines("platform"));
    expect(await told("platform", 19)).toEqual([]);
  });

  test("is not what a fault of the check itself is taken for: 500, so that Stripe sends it again", async () => {
    const hold = await paidHold();
    const check = vi.spyOn(stripe().webhooks.signature!, "verifyHeader");
    check.mockImplementationOnce(() => {
      throw new TypeError("A fault of our own");
    });
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(500);
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(200);
    expect((await stored(hold)).status).toBe("confirmed");
  });

  test("signed by the secret of before is none once that is not read any more", async () => {
    const raw = JSON.stringify({ id: "evt_before", object: "event", type: "customer.created" });
    const secrets = env.STRIPE_WEBHOOK_SECRET!;
    onTestFinished(() => {
      env.STRIPE_WEBHOOK_SECRET = secrets;
    });
    const send = async () =>
      (await post(raw, signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, now))).status;
    env.STRIPE_WEBHOOK_SECRET = ["whsec_newer"];
    expect(await send()).toBe(400);
    env.STRIPE_WEBHOOK_SECRET = ["whsec_newer", ...secrets];
    expect(await send()).toBe(200);
  });

  test("signed by the secret that is read and by one that is not yet, as while it is rolled at Stripe", async () => {
    const raw = JSON.stringify({ id: "evt_rolled", object: "event", type: "customer.created" });
    const signatureOf = (secret: string) => signed(raw, secret, now).split(",")[1]!;
    const both = [
      signatureOf("whsec_rolled"),
      signatureOf(SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET),
    ];
    const time = `t=${Math.floor(now.getTime() / 1_000)}`;
    for (const signatures of [both, both.toReversed()]) {
      expect((await post(raw, [time, ...signatures].join(","))).status).toBe(200);
    }
    expect((await post(raw, [time, both[0]].join(","))).status).toBe(400);
  });

  test("by GET: 405; larger than any event: 413", async () => {
    const request = new Request("http://localhost/api/stripe/webhook");
    const get = await answerWebhook("platform", request, "test");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await post("x".repeat(1_000_001), wellFormed())).status).toBe(413);
  });

  test("whose header cannot sign it: 400, before the end of a body that never comes", async () => {
    const old = Math.floor(Date.now() / 1000) - 301;
    const headers = [null, "", "v1=00", "t=1", "t=x,v1=00", "t=1,v1=zz", `t=${old},v1=00`];
    for (const header of headers) {
      expect((await slow(header).answer).status, String(header)).toBe(400);
    }
    const many = await Promise.all(Array.from({ length: 200 }, () => slow(null).answer));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([400]));
  });

  test("whose header may sign it, and whose body never ends: cut off after 30 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const done = vi.fn();
    const { answer } = slow(wellFormed());
    void answer.then(done);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).status).toBe(408);
  });

  test("and that many hold back: the one that takes the longest makes room, and Stripe's own is taken", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const held = Array.from({ length: 16 }, () => slow(wellFormed()));
    vi.setSystemTime(Date.now() + 2_001);
    const raw = JSON.stringify({ id: "evt_now", object: "event", type: "customer.created" });
    const secret = SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET;
    expect((await post(raw, signed(raw, secret, new Date()))).status).toBe(200);
    const turnedAway = await held[0]!.answer;
    expect([turnedAway.status, turnedAway.headers.get("retry-after")]).toEqual([503, "30"]);
    for (const { end } of held.slice(1)) end();
    const others = await Promise.all(held.slice(1).map(({ answer }) => answer));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 400));
  });

  test("a signed event cannot say that something is paid: Stripe is asked", async () => {
    const hold = await reserve({
      venueId: venue._id.toString(),
      buyer: { id: buyer._id.toString() },
      startDate: addDays(todayInParis(now), 40),
      endDate: addDays(todayInParis(now), 42),
      requestKey: "form",
      now,
    });
    const reservationId = hold._id.toString();
    await startPayment({ reservationId, buyerId: buyer._id.toString(), now });
    const { checkoutSessionId } = await stored(hold);
    const raw = JSON.stringify({
      id: "evt_lie",
      object: "event",
      type: "checkout.session.completed",
      data: {
        object: {
          id: checkoutSessionId,
          object: "checkout.session",
          payment_status: "paid",
          status: "complete",
        },
      },
    });
    expect(
      (await post(raw, signed(raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, now))).status,
    ).toBe(200);
    expect((await stored(hold)).status).toBe("hold");
  });
});

describe("what gets lost", () => {
  test("every webhook: the job asks Stripe for the events", async () => {
    const hold = await paidHold();
    await reconcile(addMinutes(new Date(), 1));
    expect((await stored(hold)).status).toBe("confirmed");
    expect(await StripeEventModel.countDocuments()).toBeGreaterThan(0);
    // The webhook that comes after all is a repetition.
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(200);
    expect(await subjectsTo(buyer)).toHaveLength(1);
  });

  test("more events than anybody counts on: the oldest of them, too, which come last", async () => {
    const list = Array.from({ length: 10_002 }, (_, index) => ({
      id: `evt_${index}`,
      type: "payment_intent.canceled",
      created: Math.floor(now.getTime() / 1000),
      data: { object: { id: `pi_${index}` } },
      // Those of connected accounts are not the platform's.
      ...(index < 10_000 && { account: "acct_other" }),
    }));
    const page = {
      async *[Symbol.asyncIterator]() {
        yield* await Promise.resolve(list);
      },
      autoPagingToArray: ({ limit }: { limit: number }) => Promise.resolve(list.slice(0, limit)),
    };
    const asked = vi.spyOn(stripe().events, "list");
    asked.mockReturnValueOnce(page as unknown as ReturnType<Stripe["events"]["list"]>);
    const missed = await fetchMissedEvents(now);
    expect(missed.map(({ _id }) => _id)).toEqual(["evt_10001", "evt_10000"]);
    expect(await StripeEventModel.countDocuments()).toBe(2);
  });

  test("is looked for from an hour back, then from the last that was seen, five minutes over", async () => {
    const first = addMinutes(now, 90);
    const begun = Math.floor(first.getTime() / 1000);
    // By Stripe's clock, which ours may be ahead of.
    const event = { id: "evt_seen", type: "payment_intent.canceled", created: begun - 600 };
    const data = { object: { id: "pi_seen" } };
    const asked = vi.spyOn(stripe().events, "list").mockClear();
    asked.mockReturnValueOnce([{ ...event, data }] as never).mockReturnValue([] as never);
    for (const at of [first, addMinutes(first, 7), addMinutes(first, 8)])
      await fetchMissedEvents(at);
    const since = asked.mock.calls.map(([params]) =>
      Number((params?.created as { gte: number }).gte),
    );
    expect(since.map((gte) => gte - begun)).toEqual([-3_900, -900, -900]);
    asked.mockRestore();
  });

  test("a race for a reservation: who is overtaken looks again, five times in all", async () => {
    const hold = await paidHold();
    const overtaken = (times: number) => {
      const write = vi.spyOn(ReservationModel, "updateOne");
      onTestFinished(() => write.mockRestore());
      for (let time = 0; time < times; time += 1) {
        write.mockResolvedValueOnce({ matchedCount: 0, modifiedCount: 0 } as never);
      }
    };
    overtaken(5);
    await expect(syncReservation(hold._id.toString())).rejects.toThrow("changed 5 times");
    expect((await stored(hold)).status).toBe("hold");
    overtaken(4);
    expect((await syncReservation(hold._id.toString()))?.status).toBe("confirmed");
  });

  test("an event that could not be stored: 500, and handled when Stripe sends it again", async () => {
    const hold = await paidHold();
    vi.spyOn(StripeEventModel, "create").mockRejectedValueOnce(new Error("The database is away"));
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(500);
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(200);
    expect((await stored(hold)).status).toBe("confirmed");
  });

  test("an event whose handling failed: 500, stored, and taken up by the job", async () => {
    const hold = await paidHold();
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1/checkout/sessions", times: 9 });
    expect((await deliver(hookOf("checkout.session.completed"))).status).toBe(500);
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect((await stored(hold)).status).toBe("hold");
    expect(await StripeEventModel.countDocuments({ handledAt: trusted({ $exists: false }) })).toBe(
      1,
    );
    await reconcile(addMinutes(new Date(), 2));
    expect((await stored(hold)).status).toBe("confirmed");
    expect(await StripeEventModel.countDocuments({ handledAt: trusted({ $exists: false }) })).toBe(
      0,
    );
  });

  test("a payment that comes to light after its hold died is given back once, whoever says it", async () => {
    const hold = await paidHold();
    await expireHolds(addMinutes(now, 31));
    expect((await stored(hold)).status).toBe("confirmed");
    await Promise.all(platformHooks().map(deliver));
    expect((await stored(hold)).status).toBe("confirmed");
  });
});

describe("connected accounts", () => {
  test("account.updated changes the owner's status and what is listed", async () => {
    const { accountId } = (await UserModel.findById(owner._id).lean())!;
    await sandbox.control(`accounts/${accountId}`, { state: "restricted" });
    await sandbox.control("deliver");
    await sandbox.settled();
    const hooks = sandbox.hooks.received.filter(({ endpoint }) => endpoint === "connect");
    for (const hook of hooks) expect((await deliver(hook)).status).toBe(200);
    expect((await UserModel.findById(owner._id).lean())?.stripeStats).toBe("restricted");
    const seen = async () => await VenueModel.findById(venue._id, "listed searchable").lean();
    expect(await seen()).toMatchObject({ listed: true, searchable: false });
    // Saying more of it does not bring it back.
    await changeVenue(owner._id.toString(), venue._id.toString(), { title: "Le grand hall" });
    expect(await seen()).toMatchObject({ listed: true, searchable: false });
    // The platform's secret does not open the other endpoint.
    const [hook] = hooks;
    const other = signed(hook!.raw, SANDBOX_CREDENTIALS.STRIPE_WEBHOOK_SECRET, now);
    expect((await post(hook!.raw, other, "connect")).status).toBe(400);
  });

  test("an account that left the platform is restricted", async () => {
    const { accountId } = (await UserModel.findById(owner._id).lean())!;
    await sandbox.control(`accounts/${accountId}`, { deauthorized: true });
    await sandbox.settled();
    await deliver(hookOf("account.application.deauthorized"));
    expect((await UserModel.findById(owner._id).lean())?.stripeStats).toBe("restricted");
  });
});
