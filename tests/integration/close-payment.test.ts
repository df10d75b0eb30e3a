import { sandbox } from "../support/payments";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Types } from "mongoose";
import Stripe from "stripe";
import {
  capturePayment,
  CaptureRefused,
  closePayment,
  releasePayment,
} from "~/payments/close-payment.server";
import { stripe } from "~/payments/gateway.server";
import { giveBack } from "~/payments/give-back.server";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import type { PaymentSnapshot } from "~/payments/snapshot";
import { logger } from "~/platform/log.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { charge, onboard, openCheckout } from "../support/stripe-journeys";

/** A payment that is closed, or taken, in the moment in which something else becomes of it. */

useDatabase();

const refused = { name: "Refusal", code: "unavailable" };
let account: string;

beforeEach(async () => {
  await sandbox.control("reset");
  account = await onboard(sandbox);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const opened = async () => (await openCheckout(sandbox.stripe, account)).id;
/** One whose payer's bank asks. */
const asked = async () =>
  (await charge(sandbox.stripe, account, { payment_method: "pm_card_authenticationRequired" })).id;
const authorised = async () =>
  (await charge(sandbox.stripe, account, { capture_method: "manual" })).id;

/** Lets something else happen right before the product closes a payment. */
function meanwhile(other: () => Promise<unknown>): void {
  const { paymentIntents, checkout } = stripe();
  const cancel = paymentIntents.cancel.bind(paymentIntents);
  const expire = checkout.sessions.expire.bind(checkout.sessions);
  vi.spyOn(paymentIntents, "cancel").mockImplementationOnce(
    async (...given: Parameters<typeof cancel>) => {
      await other();
      return await cancel(...given);
    },
  );
  vi.spyOn(checkout.sessions, "expire").mockImplementationOnce(
    async (...given: Parameters<typeof expire>) => {
      await other();
      return await expire(...given);
    },
  );
}

describe("a payment that is closed", () => {
  it("is cancelled, the hosted page with it", async () => {
    const checkoutSessionId = await opened();
    expect(await closePayment({ checkoutSessionId })).toMatchObject({ state: "cancelled" });
    const paymentIntentId = await asked();
    expect(await closePayment({ paymentIntentId })).toMatchObject({ state: "cancelled" });
  });

  it("is what others made of it in that moment", async () => {
    const { checkout, paymentIntents } = sandbox.stripe;
    const checkoutSessionId = await opened();
    meanwhile(() => checkout.sessions.expire(checkoutSessionId));
    expect(await closePayment({ checkoutSessionId })).toMatchObject({ state: "cancelled" });
    vi.restoreAllMocks();

    const gone = await asked();
    meanwhile(() => paymentIntents.cancel(gone));
    expect(await closePayment({ paymentIntentId: gone })).toMatchObject({ state: "cancelled" });
    vi.restoreAllMocks();

    const taken = await authorised();
    meanwhile(() => paymentIntents.capture(taken));
    expect(await releasePayment({ paymentIntentId: taken }, taken)).toMatchObject({
      state: "paid",
    });
  });

  it("stays as it is, and is told to be so, when Stripe does not answer", async () => {
    vi.spyOn(logger, "error").mockReturnValue();
    const checkoutSessionId = await opened();
    const paymentIntentId = await authorised();
    await sandbox.control("faults", { nextAnswer: "500", method: "POST", times: 99 });
    await expect(closePayment({ checkoutSessionId })).rejects.toMatchObject(refused);
    const releasing = releasePayment({ paymentIntentId }, paymentIntentId);
    await expect(releasing).rejects.toMatchObject(refused);
    await sandbox.control("faults", { nextAnswer: "normal" });
    const { status } = await sandbox.stripe.checkout.sessions.retrieve(checkoutSessionId);
    const intent = await sandbox.stripe.paymentIntents.retrieve(paymentIntentId);
    expect([status, intent.status]).toEqual(["open", "requires_capture"]);
  });

  it("is told not to be so, where Stripe refuses and it could still be made", async () => {
    const checkoutSessionId = await opened();
    const asking = await asked();
    const held = await authorised();
    await sandbox.control("faults", { nextAnswer: "refused", method: "POST", times: 99 });
    await expect(closePayment({ checkoutSessionId })).rejects.toThrow(
      `Payment ${checkoutSessionId} is still open`,
    );
    await expect(closePayment({ paymentIntentId: asking })).rejects.toThrow(
      `Payment ${asking} is still requires_action`,
    );
    await expect(releasePayment({ paymentIntentId: held }, held)).rejects.toThrow(
      `Payment ${held} is still authorised`,
    );
    await sandbox.control("faults", { nextAnswer: "normal" });
  });
});

describe("a payment that is taken", () => {
  const id = () => new Types.ObjectId().toString();
  const type = "api_error" as const;
  /** Asks Stripe, which answers so. */
  const taken = async (statusCode: number) => {
    await emptyDatabase();
    const paymentIntentId = await authorised();
    vi.spyOn(stripe().paymentIntents, "capture").mockRejectedValueOnce(
      Stripe.errors.StripeError.generate({ type, statusCode, message: "No." }),
    );
    return await capturePayment({ paymentIntentId }, paymentIntentId, id());
  };

  it.each([
    ["call", 400],
    ["card", 402],
    ["key", 403],
  ])("is refused for good where Stripe will not because of the %s", async (_what, status) => {
    await expect(taken(status)).rejects.toBeInstanceOf(CaptureRefused);
  });

  it.each([409, 429, 500])("is asked for again where Stripe could not: %i", async (status) => {
    vi.spyOn(logger, "error").mockReturnValue();
    await expect(taken(status)).rejects.toMatchObject(refused);
  });
});

describe("a payment that is given back", () => {
  const id = () => new Types.ObjectId();
  const given = async (ref: PaymentRef, payment: PaymentSnapshot) => {
    const parties = { _id: id(), userId: id(), ownerId: id() };
    return await giveBack(payment, { target: 0, key: "key", asOf: new Date(), ref, parties });
  };

  it("is closed where it could still be made, and released where it is authorised", async () => {
    for (const ref of [
      { checkoutSessionId: await opened() },
      { paymentIntentId: await asked() },
      { paymentIntentId: await authorised() },
    ]) {
      expect(await given(ref, await readPayment(ref))).toMatchObject({ state: "cancelled" });
      expect(await readPayment(ref)).toMatchObject({ state: "cancelled" });
    }
  });

  it("is asked for nothing once it is over", async () => {
    const ref = { paymentIntentId: await asked() };
    const closed = await closePayment(ref);
    const asks = vi.spyOn(stripe().paymentIntents, "retrieve");
    const cancels = vi.spyOn(stripe().paymentIntents, "cancel");
    expect(await given(ref, closed)).toBe(closed);
    expect([asks.mock.calls, cancels.mock.calls]).toEqual([[], []]);
  });
});
