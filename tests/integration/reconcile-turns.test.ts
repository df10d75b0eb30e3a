import { createPayableVenue, sandbox } from "../support/payments";
import { beforeEach, expect, test, vi } from "vitest";
import mongoose, { trusted, Types } from "mongoose";
import Stripe from "stripe";
import { ReservationModel, type Reservation } from "@models/reservation";
import { SettingModel } from "@models/setting";
import { StripeEventModel } from "@models/stripe-event";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/**
 * Whose turn it is when there is more to look at than the job gets done. What a look does is asked by webhooks.test.ts
 * and lifecycle.test.ts.
 */

const acted = vi.hoisted(() => [] as string[]);
vi.mock("~/bookings/payment/handle-event.server", async () => {
  const { markHandled } = await import("~/payments/receive-event.server");
  const { UnknownSubject } = await import("~/payments/missed-events.server");
  const handleEvent = async ({ _id }: { _id: string }, at: Date) => {
    acted.push(_id);
    if (_id.startsWith("bad")) throw new Error("fails always");
    if (_id.startsWith("away")) throw new Refusal("unavailable");
    if (_id.startsWith("gone")) throw new mongoose.mongo.MongoNetworkError("gone");
    if (_id.startsWith("unknown")) throw new UnknownSubject();
    if (_id.startsWith("key")) throw new Stripe.errors.StripeAuthenticationError({});
    await markHandled(_id, at);
  };
  return { handleEvent };
});
const looked = vi.hoisted(() => [] as string[]);
vi.mock("~/bookings/payment/sync-reservation.server", () => ({
  syncReservation: (id: string) => {
    looked.push(id);
    return Promise.resolve(null);
  },
}));

useDatabase();

const now = new Date();

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  acted.length = 0;
  looked.length = 0;
});

async function reservation(
  fields: Pick<Reservation, "status"> & Partial<Reservation>,
): Promise<Reservation> {
  const { venue } = await createPayableVenue();
  const startDate = addDays(todayInParis(now), 40);
  return await createReservation({ venue, buyer: await createUser(), startDate, ...fields });
}

test("what a decision waits for comes before the requests that wait for their owners", async () => {
  const createdAt = addMinutes(now, -60);
  const request = await reservation({ status: "pending", createdAt });
  const more = Array.from({ length: 499 }, (_, index) => ({
    ...{ ...request, _id: new Types.ObjectId() },
    ...{ reference: `PDS-${index}`, requestKey: `form-${index}` },
  }));
  await ReservationModel.insertMany(more);
  const decided = await reservation({ status: "cancelling", createdAt: addMinutes(now, -2) });
  await reconcile(now);
  expect(looked[0]).toBe(decided._id.toString());
  expect(looked.length).toBeLessThan(500);
});

test("of more requests than a turn has room for, those are looked at that were longest ago", async () => {
  const createdAt = addMinutes(now, -60);
  const request = await reservation({ status: "pending", createdAt });
  await ReservationModel.insertMany(
    Array.from({ length: 300 }, (_, index) => ({
      ...{ ...request, _id: new Types.ObjectId() },
      ...{ reference: `PDS-${index}`, requestKey: `form-${index}` },
    })),
  );
  await reconcile(now);
  expect(looked).toHaveLength(200);
  await reconcile(addMinutes(now, 2));
  expect(new Set(looked).size).toBe(301);
  expect(looked).toHaveLength(400);
});

test("events that always fail do not keep later ones from their turn, and are tried less and less", async () => {
  const event = (_id: string, minutes: number) => ({
    ...{ _id, type: "refund.updated", endpoint: "platform", objectId: "pi_1" },
    receivedAt: addMinutes(now, minutes),
  });
  const bad = Array.from({ length: 500 }, (_, index) => event(`bad-${index}`, -60));
  await StripeEventModel.insertMany([...bad, event("good", -30)]);
  const turn = (minutes: number) =>
    expect(reconcile(addMinutes(now, minutes))).rejects.toThrow("bad-");
  for (const minutes of [0, 2]) await turn(minutes);
  expect(acted).toContain("good");
  await StripeEventModel.deleteMany({ _id: trusted({ $ne: "bad-7" }) });
  acted.length = 0;
  for (let minutes = 4; minutes < 64; minutes += 2) await turn(minutes);
  expect(acted.length).toBeLessThan(8);
});

test("an event that failed however often is tried again four times a day", async () => {
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  const receivedAt = addMinutes(now, -60);
  const wait = async (attempts: number) => {
    await StripeEventModel.deleteMany({});
    await StripeEventModel.create({ ...about, _id: "bad", receivedAt, attempts });
    await expect(reconcile(now)).rejects.toThrow("bad");
    const event = await StripeEventModel.findById("bad").lean();
    expect(event?.attempts).toBe(attempts + 1);
    return (event!.nextAttemptAt!.getTime() - now.getTime()) / 60_000;
  };
  expect([await wait(3), await wait(7), await wait(8), await wait(12)]).toEqual([
    16, 256, 360, 360,
  ]);
});

test.each([
  ["an outage", "away"],
  ["an outage of the database's", "gone"],
  ["a wrong key", "key"],
])("events that %s keeps are tried at each turn: afterwards all go on at once", async (_, _id) => {
  const receivedAt = addMinutes(now, -60);
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  await StripeEventModel.create({ ...about, _id, receivedAt });
  for (let minutes = 0; minutes < 40; minutes += 2) await reconcile(addMinutes(now, minutes));
  expect(acted).toHaveLength(20);
});

test("an event about what Stripe does not know is tried less and less, down to twice an hour, and is no case", async () => {
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  await StripeEventModel.create({ ...about, _id: "unknown", receivedAt: now });
  const woken = vi.spyOn(logger, "error");
  const turns = async (from: number, to: number) => {
    acted.length = 0;
    for (let minutes = from; minutes < to; minutes += 2) await reconcile(addMinutes(now, minutes));
    return acted.length;
  };
  expect(await turns(2, 60)).toBe(5);
  expect(await turns(60, 120)).toBe(2);
  expect(woken).not.toHaveBeenCalled();
  woken.mockRestore();
});

const REFUSED = { nextAnswer: "refused", path: "/v1/events", times: 9 };

/** As while the database's members choose another one to write to: it is asked first how far the list was read. */
function loseDatabaseOnce(): void {
  vi.spyOn(SettingModel, "findById").mockImplementationOnce(() => {
    throw new mongoose.mongo.MongoNetworkError("gone");
  });
}

test("a list of events that cannot be read keeps nothing else from its turn, and fails the job at its end", async () => {
  const receivedAt = addMinutes(now, -60);
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  await StripeEventModel.create({ ...about, _id: "good", receivedAt });
  const createdAt = addMinutes(now, -60);
  const decided = await reservation({ status: "cancelling", createdAt });
  const request = await reservation({ status: "pending", createdAt });
  await sandbox.control("faults", REFUSED);
  const turn = reconcile(now);
  await expect(turn).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
  expect(acted).toEqual(["good"]);
  expect(looked).toEqual([decided, request].map(({ _id }) => _id.toString()));
});

test.each([
  ["named where Stripe refuses it", () => sandbox.control("faults", REFUSED), "bad, events"],
  ["not named where the database was away", () => Promise.resolve(loseDatabaseOnce()), "bad"],
])("beside what is stuck the list of events is %s", async (_, fail, named) => {
  const receivedAt = addMinutes(now, -60);
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  await StripeEventModel.create({ ...about, _id: "bad", receivedAt });
  await fail();
  await expect(reconcile(now)).rejects.toThrow(new RegExp(`are stuck: ${named}$`));
});

test("nothing else is looked at while Stripe does not answer", async () => {
  const receivedAt = addMinutes(now, -60);
  const about = { type: "refund.updated", endpoint: "platform", objectId: "pi_1" } as const;
  await StripeEventModel.create({ ...about, _id: "good", receivedAt });
  await reservation({ status: "cancelling", createdAt: addMinutes(now, -60) });
  await sandbox.control("faults", { nextAnswer: "500", path: "/v1/events", times: 9 });
  await expect(reconcile(now)).rejects.toMatchObject({ code: "unavailable" });
  expect([acted, looked]).toEqual([[], []]);
  await sandbox.control("faults", { nextAnswer: "normal" });
  await reconcile(now);
  expect([acted.length, looked.length]).toEqual([1, 1]);
});
