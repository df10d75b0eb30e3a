import { createPayableVenue, payOnPage, sandbox } from "../support/payments";
import Stripe from "stripe";
import { trusted } from "mongoose";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { charge } from "~/bookings/payment/charge.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { ensureCustomer, forgetCustomers, replaceGoneCustomer } from "~/payments/customers.server";
import { callStripe, isInvalidRequest, refusalReason, stripe } from "~/payments/gateway.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";

useDatabase();

const DAY_MS = 24 * 60 * 60 * 1000;
let buyer: User;
let id: string;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
  id = buyer._id.toString();
});

const customers = async () => (await sandbox.state()).objects.customer;

describe("a buyer's customer, whose answer was lost", () => {
  beforeEach(async () => {
    const fault = {
      nextAnswer: "lost-after-deed",
      path: "/v1/customers",
      method: "POST",
      times: 9,
    };
    await sandbox.control("faults", fault);
    await expect(ensureCustomer(id)).rejects.toMatchObject({ code: "unavailable" });
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await customers()).toBe(1);
  });

  test.each([
    ["at once", 0],
    ["the same day", DAY_MS / 2],
    ["days later", 3 * DAY_MS],
  ])("is found again %s, though the name has changed", async (_, offsetMs) => {
    await UserModel.updateOne({ _id: id }, { $set: { name: "Nouveau", lastname: "Nom" } });
    await sandbox.control("clock", { offsetMs });
    const customerId = await ensureCustomer(id);
    expect(await customers()).toBe(1);
    expect(await sandbox.stripe.customers.retrieve(customerId)).toMatchObject({
      name: "Nouveau Nom",
      email: buyer.email,
      metadata: { user: id },
    });
    expect((await UserModel.findById(id).lean())?.stripeCustomerId).toBe(customerId);
  });
});

test("who is gone at Stripe is made anew by the press that finds it, on the page and by card", async () => {
  const { venue } = await createPayableVenue();
  const now = new Date();
  const stay = (days: number) => ({
    ...{ venueId: venue._id.toString(), buyer: { id }, requestKey: `form-${days}`, now },
    startDate: addDays(todayInParis(now), days),
    endDate: addDays(todayInParis(now), days),
  });
  const gone = await ensureCustomer(id);
  await sandbox.control(`customers/${gone}`, { deleted: true });
  await charge({ ...stay(40), paymentMethodId: "pm_card_visa" });
  const [paid] = await ReservationModel.find({ userId: buyer._id }).lean();
  expect(paid).toMatchObject({ status: "confirmed", attempt: 2 });
  const anew = (await UserModel.findById(id).lean())!.stripeCustomerId!;
  expect(anew).not.toBe(gone);
  expect(await sandbox.stripe.customers.retrieve(anew)).toMatchObject({ email: buyer.email });
  // However often.
  await sandbox.control(`customers/${anew}`, { deleted: true });
  const hold = await reserve(stay(41));
  const reservationId = hold._id.toString();
  const page = await startPayment({ reservationId, buyerId: id, now });
  expect((await payOnPage(page)).status).toBe(303);
  expect(await customers()).toBe(1);
});

test("who is not known at Stripe is made anew as well, and the log has both ids", async () => {
  const gone = "cus_elsewhere";
  await UserModel.updateOne({ _id: id }, { $set: { stripeCustomerId: gone } });
  const told = vi.spyOn(logger, "error").mockReturnValue();
  expect(await replaceGoneCustomer(id)).toBe(true);
  const customer = (await UserModel.findById(id).lean())!.stripeCustomerId;
  expect(customer).not.toBe(gone);
  const said = "customer that Stripe does not know made anew";
  expect(told.mock.calls).toEqual([[{ customer, gone, user: id }, said]]);
  told.mockRestore();
});

test("someone whose address Stripe refuses can pay all the same", async () => {
  const customer = await sandbox.stripe.customers.create(
    { metadata: { user: id } },
    { idempotencyKey: `cus:${id}` },
  );
  const path = `/v1/customers/${customer.id}`;
  await sandbox.control("faults", { nextAnswer: "refused", path, times: 9 });
  expect(await ensureCustomer(id)).toBe(customer.id);
});

test("someone whose name and address Stripe was not told for an outage can pay, and is told of by the next payment", async () => {
  const fault = { nextAnswer: "500", path: "/v1/customers/cus", method: "POST", times: 9 };
  await sandbox.control("faults", fault);
  const customer = await ensureCustomer(id);
  expect(await ensureCustomer(id)).toBe(customer);
  expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ email: null });
  await sandbox.control("faults", { nextAnswer: "normal" });
  expect(await ensureCustomer(id)).toBe(customer);
  const { email } = buyer;
  expect(await sandbox.stripe.customers.retrieve(customer)).toMatchObject({ email });
  expect(await UserModel.findById(id).lean()).not.toHaveProperty("customerUntold");
  const update = vi.spyOn(stripe().customers, "update");
  await ensureCustomer(id);
  expect(update).not.toHaveBeenCalled();
  update.mockRestore();
});

describe("an idempotency key", () => {
  const create = (name: string) =>
    callStripe((stripe) => stripe.customers.create({ name }, { idempotencyKey: "one" }));

  test("that stands for another call: not known what was done, and why", async () => {
    await create("Un");
    const error: unknown = await create("Deux").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "unavailable" });
    expect(isInvalidRequest(error)).toBe(false);
    expect(refusalReason(error)).toContain("same parameters");
  });

  test("in use by several at once: done once, and the same for all", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create("Un")));
    expect(new Set(made.map((customer) => customer.id)).size).toBe(1);
  });

  test("in use for longer than one asks again: asked for once more later, and refused by nobody", async () => {
    const inUse = Stripe.errors.StripeError.generate({
      ...{ type: "idempotency_error", code: "idempotency_key_in_use", statusCode: 409 },
      message: "There is currently another in-progress request using this Idempotent Key.",
    });
    const error: unknown = await callStripe(() => Promise.reject(inUse)).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ code: "unavailable", cause: inUse });
    expect(refusalReason(error)).toBeNull();
  });
});

describe("of an account that was closed", () => {
  const named = async (customer: string) =>
    (await sandbox.stripe.customers.retrieve(customer)) as Stripe.Customer;
  const nobody = (userId: string) => ({
    ...{
      email: expect.stringMatching(/@compte-ferme\.invalid$/) as string,
      name: "Ancien membre",
      metadata: { user: userId },
    },
  });
  const now = new Date();
  const night = (count: number) => addMinutes(now, count * 24 * 60);
  const stored = async (userId: string) => (await UserModel.findById(userId).lean())!;

  test("is nobody's name and address once Stripe hears of it, however late that is, and once", async () => {
    const customer = await ensureCustomer(id);
    expect(await named(customer)).toMatchObject({ email: buyer.email });
    await closeAccount(id, now);
    await sandbox.control("faults", { nextAnswer: "500", path: "/v1/customers", times: 9 });
    await expect(forgetCustomers(now)).rejects.toMatchObject({ errors: [expect.any(Error)] });
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await named(customer)).toMatchObject({ email: buyer.email });
    expect(await stored(id)).not.toHaveProperty("customerForgottenAt");
    await forgetCustomers(night(200));
    expect(await named(customer)).toMatchObject(nobody(id));
    await sandbox.stripe.customers.update(customer, { name: "Autre nom" });
    await forgetCustomers(night(201));
    expect(await named(customer)).toMatchObject({ name: "Autre nom" });
    expect((await stored(id)).customerForgottenAt).toEqual(night(200));
  });

  test("keeps no other from its turn while Stripe refuses it, and is done where it is gone there", async () => {
    const [other, gone] = [await createUser(), await createUser()];
    const [refused, theirs, away] = await Promise.all(
      [buyer, other, gone].map(({ _id }) => ensureCustomer(_id.toString())),
    );
    for (const { _id } of [buyer, other, gone]) await closeAccount(_id.toString(), now);
    await sandbox.control(`customers/${away}`, { deleted: true });
    const path = `/v1/customers/${refused}`;
    await sandbox.control("faults", { nextAnswer: "refused", path, method: "POST", times: 9 });
    await expect(forgetCustomers(now)).rejects.toMatchObject({ errors: [expect.any(Error)] });
    await sandbox.control("faults", { nextAnswer: "normal" });
    expect(await named(theirs!)).toMatchObject(nobody(other._id.toString()));
    expect((await stored(gone._id.toString())).customerForgottenAt).toEqual(now);
    expect(await stored(id)).not.toHaveProperty("customerForgottenAt");
    expect(await stored(gone._id.toString())).not.toHaveProperty("customerTriedAt");
    expect((await stored(id)).customerTriedAt).toEqual(now);
    // Those that were never tried come first, whenever they were closed.
    const late = await createUser();
    const last = await ensureCustomer(late._id.toString());
    await closeAccount(late._id.toString(), night(1));
    const update = vi.spyOn(stripe().customers, "update");
    await forgetCustomers(night(1));
    expect(update.mock.calls.map(([customer]) => customer)).toEqual([last, refused]);
    update.mockRestore();
  });

  describe("with Stripe's key of another platform, to which none of them are known,", () => {
    const unknown = new Stripe.errors.StripeInvalidRequestError({
      ...{ message: "No such customer", type: "invalid_request_error" },
      ...{ code: "resource_missing", statusCode: 404 },
    } as never);
    let closed: User[];
    beforeEach(async () => {
      closed = [buyer];
      for (let count = 0; count < 5; count += 1) closed.push(await createUser());
      for (const { _id } of closed) {
        await ensureCustomer(_id.toString());
        await closeAccount(_id.toString(), now);
      }
    });
    const forgotten = async () => {
      const all = await Promise.all(closed.map(({ _id }) => stored(_id.toString())));
      return all.filter(({ customerForgottenAt }) => customerForgottenAt).length;
    };
    const listen = () => {
      const { customers } = stripe();
      const update = vi.spyOn(customers, "update").mockRejectedValue(unknown);
      const retrieve = vi.spyOn(customers, "retrieve").mockRejectedValue(unknown);
      onTestFinished(() => [update, retrieve].forEach((spy) => spy.mockRestore()));
      return { update, retrieve };
    };

    test("is not forgotten, and after the fifth no more are tried; with the right key all are", async () => {
      const { update, retrieve } = listen();
      await expect(forgetCustomers(now)).rejects.toThrow("Is the key another platform's?");
      expect(update).toHaveBeenCalledTimes(5);
      expect(await forgotten()).toBe(0);
      [update, retrieve].forEach((spy) => spy.mockRestore());
      await forgetCustomers(night(1));
      expect(await forgotten()).toBe(6);
      for (const { _id } of closed) {
        const { stripeCustomerId } = await stored(_id.toString());
        expect(await named(stripeCustomerId!)).toMatchObject(nobody(_id.toString()));
      }
    });

    test("is not forgotten where it is the only one", async () => {
      listen();
      await UserModel.updateMany(
        { _id: trusted({ $ne: buyer._id }) },
        { $set: { customerForgottenAt: now } },
      );
      await forgetCustomers(now);
      expect(await stored(id)).toMatchObject({ customerTriedAt: now });
      expect(await stored(id)).not.toHaveProperty("customerForgottenAt");
    });

    test("is not forgotten though Stripe knew another one", async () => {
      const { update } = listen();
      update.mockResolvedValueOnce({} as never);
      await expect(forgetCustomers(now)).rejects.toThrow("Is the key another platform's?");
      expect(await forgotten()).toBe(1);
    });

    test("is forgotten where Stripe knew most others", async () => {
      const { update } = listen();
      for (let count = 0; count < 4; count += 1) update.mockResolvedValueOnce({} as never);
      await forgetCustomers(now);
      expect(await forgotten()).toBe(6);
    });
  });

  test("is left for the next night while Stripe does not answer", async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => createUser()));
    for (const { _id } of others) {
      await ensureCustomer(_id.toString());
      await closeAccount(_id.toString(), now);
    }
    const { StripeConnectionError } = Stripe.errors;
    const update = vi
      .spyOn(stripe().customers, "update")
      .mockRejectedValue(new StripeConnectionError({ message: "away", type: "api_error" }));
    await expect(forgetCustomers(now)).rejects.toThrow();
    expect(update).toHaveBeenCalledTimes(3);
    update.mockRestore();
  });
});
