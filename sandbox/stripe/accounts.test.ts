import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  charge,
  createAccount,
  onboard,
  rejection,
  submit,
  visit,
} from "../../tests/support/stripe-journeys";
import { startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";

let sandbox: TestSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = sandbox.stripe;
});
beforeEach(async () => {
  await sandbox.control("reset");
  sandbox.hooks.received.length = 0;
});
afterAll(() => sandbox.close());

const FORM = {
  firstName: "Marie",
  lastName: "Durand",
  iban: "FR14 2004 1010 0505 0001 3M02 606",
  terms: "yes",
};

async function openDoor(): Promise<{ account: Stripe.Account; url: string }> {
  const account = await createAccount(stripe);
  const link = await stripe.accountLinks.create({
    account: account.id,
    type: "account_onboarding",
    return_url: "https://product.example/fini",
    refresh_url: "https://product.example/encore",
    collection_options: { fields: "eventually_due" },
  });
  return { account, url: link.url };
}

describe("payouts", () => {
  it("are made each day, and by hand alone once that is asked for", async () => {
    const { id } = await createAccount(stripe);
    const read = async () => (await stripe.accounts.retrieve(id)).settings?.payouts;
    const before = await read();
    expect(before?.schedule.interval).toBe("daily");
    const asked = { payouts: { schedule: { interval: "manual" } } } as const;
    await stripe.accounts.update(id, { settings: asked });
    const schedule = { ...before!.schedule, interval: "manual" };
    expect(await read()).toEqual({ ...before, schedule });
    await stripe.accounts.update(id, { email: "autre@example.org" });
    expect(await read()).toEqual({ ...before, schedule });
  });

  const weekly = { interval: "weekly" } as const;
  const monthly = { interval: "monthly" } as const;
  it.each([
    { ...weekly, weekly_anchor: "sunday" as const },
    { ...weekly, weekly_payout_days: ["monday", "thursday"] },
    { ...monthly, monthly_anchor: 31 },
    { ...monthly, monthly_payout_days: [1, 15] },
  ])("are made on the days that are asked for, until they are no more: %j", async (schedule) => {
    const { id } = await createAccount(stripe);
    const ask = async (asked: Stripe.AccountUpdateParams.Settings.Payouts.Schedule) => {
      const { settings } = await stripe.accounts.update(id, {
        settings: { payouts: { schedule: asked } },
      });
      return settings?.payouts?.schedule;
    };
    expect(await ask(schedule)).toEqual({ delay_days: 7, ...schedule });
    expect(await ask({ interval: "daily" })).toEqual({ delay_days: 7, interval: "daily" });
  });

  it.each([
    weekly,
    monthly,
    { interval: "daily" as const, weekly_anchor: "monday" as const },
    { ...weekly, monthly_anchor: 1 },
    { ...weekly, weekly_anchor: "monday" as const, weekly_payout_days: ["monday"] },
    { ...weekly, weekly_payout_days: ["sunday"] },
    { ...monthly, monthly_anchor: 32 },
  ])("are not made on other days: %j", async (schedule) => {
    const { id } = await createAccount(stripe);
    const asked = stripe.accounts.update(id, { settings: { payouts: { schedule } } });
    expect(await rejection(asked)).toMatchObject({ statusCode: 400 });
  });
});

describe("onboarding", () => {
  it("starts with an account that can do nothing", async () => {
    const { account } = await openDoor();
    expect(account).toMatchObject({
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: "inactive" },
      metadata: { user: "42" },
      country: "FR",
    });
    expect(account.requirements?.currently_due).toContain("business_profile.url");
    expect(await rejection(stripe.accounts.createLoginLink(account.id))).toMatchObject({
      statusCode: 400,
    });
  });

  it("ends with an account that can be paid, and says so", async () => {
    const { account, url } = await openDoor();
    expect((await visit(url)).text).toContain("J’accepte les conditions");
    expect(await submit(url, { ...FORM, intent: "complete" })).toMatchObject({
      status: 303,
      location: "https://product.example/fini",
    });
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      // It asked for transfers alone.
      charges_enabled: false,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: "active" },
      requirements: { currently_due: [], disabled_reason: null },
    });
    await sandbox.settled();
    expect(sandbox.hooks.types("connect")).toEqual(["account.updated", "capability.updated"]);
    expect(sandbox.hooks.received[0]?.event).toMatchObject({
      account: account.id,
      data: { object: { id: account.id, payouts_enabled: true } },
    });
    expect((await charge(stripe, account.id)).status).toBe("succeeded");
    const door = await stripe.accounts.createLoginLink(account.id);
    expect((await visit(door.url)).text).toContain("lieu@example.org");
  });

  it("asks no website of an account that was told what it sells", async () => {
    const business_profile = { mcc: "6513", product_description: "Location de salles" };
    const account = await createAccount(stripe, { business_profile });
    expect(account).toMatchObject({ business_profile });
    expect(account.requirements?.currently_due).not.toContain("business_profile.url");
  });

  it("lets an account charge cards itself only where that was asked for", async () => {
    const { id } = await createAccount(stripe, {
      capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
    });
    await sandbox.control(`accounts/${id}`, { state: "active" });
    expect(await stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: true,
      capabilities: { transfers: "active", card_payments: "active" },
    });
  });

  it("refuses what is not filled in and keeps what is", async () => {
    const { account, url } = await openDoor();
    const { status, text } = await submit(url, { ...FORM, iban: "12", intent: "complete" });
    expect(status).toBe(422);
    expect(text).toContain("L’IBAN n’est pas valide.");
    expect(text).toContain('value="Durand"');
    expect((await stripe.accounts.retrieve(account.id)).details_submitted).toBe(false);
  });

  it("can be left half done", async () => {
    const { account, url } = await openDoor();
    await submit(url, { ...FORM, intent: "pending" });
    expect(await stripe.accounts.retrieve(account.id)).toMatchObject({
      payouts_enabled: false,
      details_submitted: true,
      requirements: { currently_due: ["individual.verification.document"] },
    });
    const second = await openDoor();
    expect(await submit(second.url, { intent: "later" })).toMatchObject({
      location: "https://product.example/fini",
    });
    expect((await stripe.accounts.retrieve(second.account.id)).details_submitted).toBe(false);
  });

  it("has doors that work once and for five minutes", async () => {
    const { url } = await openDoor();
    await submit(url, { ...FORM, intent: "complete" });
    expect((await visit(url)).location).toBe("https://product.example/encore");
    const late = await openDoor();
    await sandbox.control("clock", { offsetMs: 5 * 60 * 1000 + 1000 });
    expect((await visit(late.url)).location).toBe("https://product.example/encore");
    expect((await visit(late.url.replace(/link=.*/, "link=x"))).status).toBe(404);
  });
});

describe("what happens to an account afterwards", () => {
  it("can be restricted and restored", async () => {
    const account = await onboard(sandbox);
    await sandbox.control(`accounts/${account}`, { state: "restricted" });
    expect(await stripe.accounts.retrieve(account)).toMatchObject({ payouts_enabled: false });
    expect(await rejection(charge(stripe, account))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
    });
    await sandbox.control(`accounts/${account}`, { state: "active" });
    expect((await charge(stripe, account)).status).toBe("succeeded");
  });

  it("can be looked at by Stripe for a while, with nothing left to tell", async () => {
    const account = await onboard(sandbox);
    await sandbox.control(`accounts/${account}`, { state: "verifying" });
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: false,
      details_submitted: true,
      requirements: { currently_due: [], disabled_reason: "requirements.pending_verification" },
    });
  });

  it("can be taken away from the platform", async () => {
    const account = await onboard(sandbox);
    await sandbox.control(`accounts/${account}`, { deauthorized: true });
    expect(await rejection(stripe.accounts.retrieve(account))).toMatchObject({
      statusCode: 403,
      code: "account_invalid",
    });
    await sandbox.settled();
    expect(sandbox.hooks.types("connect")).toContain("account.application.deauthorized");
  });

  it("is listed among its own events, not the platform's", async () => {
    const account = await onboard(sandbox);
    const own = await stripe.events.list({}, { stripeAccount: account });
    expect(own.data.map(({ type }) => type)).toEqual(["capability.updated", "account.updated"]);
    expect((await stripe.events.list()).data).toEqual([]);
  });
});
