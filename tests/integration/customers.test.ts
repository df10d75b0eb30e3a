import { sandbox } from "../support/payments";
import { beforeEach, describe, expect, test } from "vitest";
import { UserModel, type User } from "@models/user";
import { ensureCustomer } from "~/payments/customers.server";
import { callStripe, isInvalidRequest, refusalReason } from "~/payments/gateway.server";
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

test("someone whose address Stripe refuses can pay all the same", async () => {
  const customer = await sandbox.stripe.customers.create(
    { metadata: { user: id } },
    { idempotencyKey: `cus:${id}` },
  );
  const path = `/v1/customers/${customer.id}`;
  await sandbox.control("faults", { nextAnswer: "refused", path, times: 9 });
  expect(await ensureCustomer(id)).toBe(customer.id);
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
});
