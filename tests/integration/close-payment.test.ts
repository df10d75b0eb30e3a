import { sandbox } from "../support/payments";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closePayment, releasePayment } from "~/payments/close-payment.server";
import { stripe } from "~/payments/gateway.server";
import { logger } from "~/platform/log.server";
import { charge, onboard, openCheckout } from "../support/stripe-journeys";

/** A payment that is closed in the moment in which something else becomes of it. */

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
});
