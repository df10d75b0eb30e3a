import "../support/payments";
import { afterEach, expect, test, vi } from "vitest";
import { Types } from "mongoose";
import Stripe from "stripe";
import { createPaymentIntent } from "~/payments/create-payment-intent.server";
import { stripe } from "~/payments/gateway.server";

/** What Stripe can answer to a card that the sandbox has no number for: each as the API's reference has it. */

afterEach(() => {
  vi.restoreAllMocks();
});

const { StripeCardError, StripeInvalidRequestError, StripeAuthenticationError } = Stripe.errors;
const FAILED = { kind: "failed", intentId: null, why: "charge_failed" };

const payable = {
  ...{ _id: new Types.ObjectId(), venueId: new Types.ObjectId(), reference: "PDS-1" },
  ...{ venueTitle: "L’Atelier", total: 10_000, platformShare: 2_000, accountId: "acct_1" },
  ...{ needValidation: false, attempt: 1 },
};

async function pay(answer: Error | Partial<Stripe.PaymentIntent>) {
  const create = vi.spyOn(stripe().paymentIntents, "create");
  if (answer instanceof Error) create.mockRejectedValueOnce(answer);
  else create.mockResolvedValueOnce(answer as Stripe.Response<Stripe.PaymentIntent>);
  return await createPaymentIntent(payable, "cus_1", { paymentMethodId: "pm_1" });
}

const declined = (raw: object) =>
  new StripeCardError({ type: "card_error", message: "Declined.", ...raw });
const invalid = (raw: object) =>
  new StripeInvalidRequestError({ type: "invalid_request_error", message: "No.", ...raw });

test.each([
  [
    "why its bank says",
    { code: "card_declined", decline_code: "insufficient_funds" },
    "card_without_funds",
  ],
  ["that it was declined", { code: "card_declined", decline_code: "fraudulent" }, "card_declined"],
  ["that its code is wrong", { code: "incorrect_cvc" }, "card_code_wrong"],
  ["what people are not told", { code: "processing_error" }, "charge_failed"],
  ["nothing", {}, "charge_failed"],
])("a refusal that says %s", async (_, raw, why) => {
  expect(await pay(declined(raw))).toEqual({ ...FAILED, why });
});

test("a refusal names the intent that is still to be closed, where one was made", async () => {
  const made = declined({ payment_intent: { id: "pi_1" } });
  expect(await pay(made)).toEqual({ ...FAILED, intentId: "pi_1" });
});

test("a request that Stripe refuses is the card's where it is about that, stale where about the form", async () => {
  expect(await pay(invalid({ param: "payment_method" }))).toEqual(FAILED);
  expect(await pay(invalid({ message: "The provided PaymentMethod was used." }))).toEqual(FAILED);
  const stale = { ...FAILED, why: "card_form_stale" };
  expect(await pay(invalid({ param: "confirmation_token" }))).toEqual(stale);
});

test("what Stripe refuses otherwise is nobody's card: it is a fault of ours, and thrown", async () => {
  await expect(pay(invalid({ param: "transfer_data[destination]" }))).rejects.toThrow("No.");
  const locked = new StripeAuthenticationError({ type: "authentication_error", message: "Key." });
  await expect(pay(locked)).rejects.toThrow("Key.");
});

test("an intent is done once it is taken or authorised, asks where the bank does, and else has failed", async () => {
  const id = "pi_1";
  for (const status of ["succeeded", "requires_capture"] as const) {
    expect(await pay({ id, status })).toEqual({ kind: "done", intentId: id });
  }
  const status = "requires_action";
  const question = { clientSecret: "pi_1_secret" };
  const client_secret = question.clientSecret;
  const asked = { kind: "action", intentId: id, question };
  expect(await pay({ id, status, client_secret, next_action: null })).toEqual(asked);
  const url = "https://hooks.stripe.com/redirect";
  const next_action = { type: "redirect_to_url", redirect_to_url: { url, return_url: null } };
  const elsewhere = { ...asked, question: { url } };
  expect(await pay({ id, status, client_secret, next_action })).toEqual(elsewhere);
  const failed = { ...FAILED, intentId: id };
  expect(await pay({ id, status, client_secret: null, next_action: null })).toEqual(failed);
  expect(await pay({ id, status: "requires_payment_method" })).toEqual(failed);
});
