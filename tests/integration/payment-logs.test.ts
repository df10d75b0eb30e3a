import { sandbox } from "../support/payments";
import { beforeEach, expect, it, vi } from "vitest";
import { ReservationModel } from "@models/reservation";
import type { StripeEvent } from "@models/stripe-event";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { withinPress } from "~/bookings/payment/start-payment.server";
import { endSupplements } from "~/bookings/reserve/unpaid-supplements.server";
import { ensureConnectedAccount } from "~/payments/connected-account.server";
import { ensureCustomer } from "~/payments/customers.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";
import { day, now } from "../support/unchanging";

/** What operators are told of payments that go on, or are gone on with later, though something went wrong. */

useDatabase();

const told = vi.fn();
beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  told.mockReset();
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(logger, level).mockImplementation((...line: unknown[]) => void told(level, ...line));
  }
});

const refused = (path: string, nextAnswer = "refused") =>
  sandbox.control("faults", { nextAnswer, path, times: 9 });
const err = expect.any(Error) as unknown;

it("that a customer or an account has no address", async () => {
  const id = (await createUser())._id.toString();
  await refused("/v1/customers/cus");
  const customer = await ensureCustomer(id);
  expect(told.mock.calls).toEqual([
    ["warn", { err, customer }, "customer without name and address"],
  ]);
  told.mockClear();
  await refused("/v1/accounts/acct");
  const account = await ensureConnectedAccount(id);
  expect(told.mock.calls).toEqual([["warn", { err, account }, "account without address"]]);
});

it("that an event is about nothing that anybody knows", async () => {
  const event: StripeEvent = {
    ...{ _id: "evt_1", endpoint: "platform", receivedAt: now },
    ...{ type: "payment_intent.succeeded", objectId: "pi_unknown" },
  };
  await handleEvent(event, now);
  expect(told.mock.calls).toEqual([
    ["warn", { err, paymentIntentId: "pi_unknown" }, "event about an unknown payment"],
    ["info", { event: "evt_1", type: event.type }, "event about no reservation"],
  ]);
});

it("that an event is the echo of a payment that was set free", async () => {
  const venue = await createVenue(await createOwner());
  const { id } = await sandbox.stripe.paymentIntents.create({ amount: 500, currency: "eur" });
  const about = { venue, buyer: await createUser(), paymentIntentId: id, startDate: day(40) };
  const event = (type: string): StripeEvent => ({
    ...{ _id: "evt_2", endpoint: "platform", receivedAt: now, objectId: id, type },
  });
  const echo = ["debug", { event: "evt_2", type: "payment_intent.canceled" }] as const;
  for (const status of ["cancelling", "cancelled"] as const) {
    await emptyDatabase();
    await createReservation({ ...about, status });
    await handleEvent(event("payment_intent.canceled"), now);
    expect(told.mock.calls).toEqual([[...echo, "event about a released payment"]]);
    told.mockClear();
  }
});

it("that a payment was not made after all, when nobody waits for it any more", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<string>((_, reject) => (fail = reject));
  const pressed = withinPress({ reservationId: "r-1" }, work, () => "late");
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await pressed).toBe("late");
  expect(told).not.toHaveBeenCalled();
  const failure = new Error("declined");
  fail(failure);
  await expect(work).rejects.toBe(failure);
  const line = { err: failure, reservation: "r-1" };
  expect(told.mock.calls).toEqual([["warn", line, "payment not made after all"]]);
});

it("that a supplement could not be given up, and that the job has to", async () => {
  const venue = await createVenue(await createOwner());
  const buyer = await createUser();
  const of = await createReservation({ venue, buyer, status: "confirmed", startDate: day(40) });
  const { _id: reservation, endDate, startSlot, endSlot, total } = of;
  const supplement = (startDate: string, fields: object) =>
    createReservation({
      ...({ venue, buyer, status: "hold", startDate, holdUntil: addMinutes(now, 30) } as const),
      supplementTo: { reservation, startDate: of.startDate, endDate, startSlot, endSlot, total },
      ...fields,
    });
  const paid = await supplement(day(41), { paymentIntentId: "pi_1" });
  const other = await supplement(day(42), {});
  await refused("/v1/payment_intents", "500");
  await endSupplements(reservation, now);
  const line = { err, reservation: paid._id.toString() };
  const warned = told.mock.calls.filter(([, , message]) => message !== "Stripe did not answer");
  expect(warned).toEqual([["warn", line, "supplement left to the job"]]);
  expect(await ReservationModel.findById(other._id).lean()).toMatchObject({ status: "dead" });
  expect(await ReservationModel.findById(paid._id).lean()).toMatchObject({
    ...{ status: "hold", holdUntil: now },
  });
});
