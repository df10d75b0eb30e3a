import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { settleCancelled } from "~/bookings/payment/settle-cancelled.server";
import { finishTransition } from "~/bookings/payment/sync-reservation.server";
import { releasePayment } from "~/payments/close-payment.server";
import { NO_PAYMENT, type PaymentSnapshot } from "~/payments/snapshot";
import { logger } from "~/platform/log.server";
import { askedBy, kindsOf } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { leftBehind } from "../support/left-behind";
import { createReservation } from "../support/reservations";
import { ago, day, idOf, now } from "../support/unchanging";

/** Which of many cancelled reservations are settled together, what that leaves, and which are left to finish one by one. */

vi.mock("~/payments/close-payment.server", () => ({ releasePayment: vi.fn() }));
vi.mock("~/bookings/payment/sync-reservation.server", () => ({ finishTransition: vi.fn() }));

useDatabase();

const release = vi.mocked(releasePayment);
const finish = vi.mocked(finishTransition);
let venue: Awaited<ReturnType<typeof createVenue>>;
let buyer: User;

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
});
beforeEach(async () => {
  await emptyDatabase();
  venue = await createVenue(await createOwner({ _id: idOf(1) }), {
    _id: idOf(2),
    title: "La Grange",
  });
  buyer = await createUser({ _id: idOf(3) });
  finish.mockReset().mockResolvedValue(null);
  release
    .mockReset()
    .mockImplementation(({ paymentIntentId = "" }) => Promise.resolve(released(paymentIntentId)));
});
afterAll(() => {
  vi.useRealTimers();
});

/** What becomes of an authorisation that is set free. */
const released = (intentId: string): PaymentSnapshot => ({
  ...NO_PAYMENT,
  ...{ intentId, state: "cancelled", settled: true },
});

/** A request that nobody answered, whose money is to be set free. */
const cancelling = (number: number, fields: Partial<Reservation> = {}) =>
  createReservation({
    ...({ venue, buyer, status: "cancelling", startDate: day(10 + number) } as const),
    ...{ _id: idOf(10 + number), reference: `PDS-N${number}`, createdAt: ago(1) },
    paymentIntentId: `pi_${number}`,
    cancellation: { by: "system", why: "Sans réponse", at: ago(0), refund: 0 },
    history: [{ state: "cancelling", at: ago(0), by: "system", why: "Sans réponse" }],
    ...fields,
  });
const finished = () => finish.mock.calls.map(([{ _id }, at]) => [_id, at]);
const each = (...reservations: Reservation[]) => reservations.map(({ _id }) => [_id, now]);

it("those whose money is set free are settled together, once; others are not", async () => {
  const [one, two] = [await cancelling(1), await cancelling(2)];
  const unpaid = await cancelling(3, { paymentIntentId: undefined });
  const paid = await cancelling(4, { paidAt: ago(1) });
  const opening = await cancelling(5, { opening: now });
  const captured = await cancelling(6);
  const another = await cancelling(7);
  release.mockImplementation(({ paymentIntentId = "" }) => {
    const payment = released(paymentIntentId);
    if (paymentIntentId === "pi_6") return Promise.resolve({ ...payment, state: "paid" });
    return Promise.resolve(paymentIntentId === "pi_7" ? { ...payment, intentId: "pi_8" } : payment);
  });
  const meanwhile = await cancelling(8);
  await settleCancelled([meanwhile], now);
  release.mockClear();
  const asked: string[] = [];
  const settling = async () => {
    const all = [one, unpaid, paid, opening, captured, another, two, meanwhile];
    const done = await askedBy(() => settleCancelled(all, now), { changes: false });
    asked.push(...done.asked);
  };
  expect(await leftBehind(settling, now, { also: () => kindsOf(asked) })).toMatchSnapshot();
  expect(finished().sort()).toEqual(each(unpaid, paid, opening, captured, another).sort());
  expect(release.mock.calls.map(([{ paymentIntentId }, id]) => [paymentIntentId, id])).toEqual(
    ["pi_1", "pi_6", "pi_7", "pi_2", "pi_8"].map((id) => [id, id]),
  );
});

it("none that Stripe does not set free is settled, and the log is told", async () => {
  const failed = vi.spyOn(logger, "error").mockReturnValue();
  const [one, two] = [await cancelling(1), await cancelling(2)];
  const err = new Error("Stripe is away");
  release.mockRejectedValueOnce(err);
  await settleCancelled([one, two], now);
  expect(finished()).toEqual([]);
  expect(failed.mock.calls).toEqual([[{ err }, "authorisation not released"]]);
  const states = await ReservationModel.find().sort({ _id: 1 }).lean();
  expect(states.map(({ status }) => status)).toEqual(["cancelling", "cancelled"]);
  failed.mockRestore();
});

it("all are finished one by one when they cannot be written together, each for itself", async () => {
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  const failed = vi.spyOn(logger, "error").mockReturnValue();
  const all = [await cancelling(1), await cancelling(2, { paidAt: ago(1) }), await cancelling(3)];
  const [err, other] = [new Error("a fault"), new Error("another one")];
  vi.spyOn(ReservationModel, "updateMany").mockImplementationOnce(() => {
    throw err;
  });
  finish.mockRejectedValueOnce(other);
  await settleCancelled(all, now);
  expect(warned.mock.calls).toEqual([[{ err }, "cancellations not settled together"]]);
  expect(failed.mock.calls).toEqual([[{ err: other }, "cancellation not settled"]]);
  expect(finished().sort()).toEqual(each(...all).sort());
  vi.restoreAllMocks();
});

it("sixteen at once are asked of Stripe, and sixteen finished", async () => {
  const all = [];
  for (let number = 1; number <= 17; number += 1)
    all.push(await cancelling(number, { paidAt: ago(1) }));
  let [running, most] = [0, 0];
  const counted = async <T>(answer: T): Promise<T> => {
    most = Math.max(most, (running += 1));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return answer;
  };
  finish.mockImplementation(() => counted(null));
  await settleCancelled(all, now);
  expect([finish.mock.calls.length, most]).toEqual([17, 16]);
  [running, most] = [0, 0];
  release.mockImplementation(() => counted(NO_PAYMENT));
  await settleCancelled(
    all.map(({ paidAt: _, ...unpaid }) => unpaid),
    now,
  );
  expect([release.mock.calls.length, most]).toEqual([17, 16]);
});
