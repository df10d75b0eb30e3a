import Stripe from "stripe";
import type { TestSandbox } from "./stripe-sandbox";

/** What the sandbox's own tests do again and again. */

/** The SDK's error of a call that must be refused. */
export async function rejection(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was not refused");
}

/** A connected account as the product creates it, before its holder has done anything. */
export function createAccount(
  stripe: Stripe,
  params: Partial<Stripe.AccountCreateParams> = {},
): Promise<Stripe.Account> {
  return stripe.accounts.create({
    country: "FR",
    email: "lieu@example.org",
    controller: {
      fees: { payer: "application" },
      losses: { payments: "application" },
      stripe_dashboard: { type: "express" },
      requirement_collection: "stripe",
    },
    capabilities: { transfers: { requested: true } },
    metadata: { user: "42" },
    ...params,
  });
}

/** The id of a connected account that can be paid. */
export async function onboard(sandbox: TestSandbox): Promise<string> {
  const account = await createAccount(sandbox.stripe);
  await sandbox.control(`accounts/${account.id}`, { state: "active" });
  return account.id;
}

/** A payment as the product makes it in the page: 1 125 € of which the owner gets 875 €. */
export function charge(
  stripe: Stripe,
  destination: string,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return stripe.paymentIntents.create({
    amount: 112500,
    currency: "eur",
    confirm: true,
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    capture_method: "automatic_async",
    application_fee_amount: 25000,
    transfer_data: { destination },
    transfer_group: "reservation_1",
    metadata: { reservation: "1" },
    return_url: "https://product.example/retour",
    ...params,
  });
}

/** A hosted payment as the product opens it. */
export function openCheckout(
  stripe: Stripe,
  destination: string,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  captureMethod: "automatic_async" | "manual" = "automatic_async",
): Promise<Stripe.Response<Stripe.Checkout.Session>> {
  return stripe.checkout.sessions.create({
    mode: "payment",
    ui_mode: "hosted_page",
    locale: "fr",
    submit_type: "book",
    adaptive_pricing: { enabled: false },
    client_reference_id: "reservation_1",
    allowed_payment_method_types: ["card"],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "eur",
          unit_amount: 112500,
          product_data: { name: "Salle <des> fêtes", description: "3 jours" },
        },
      },
    ],
    payment_intent_data: {
      capture_method: captureMethod,
      application_fee_amount: 25000,
      transfer_data: { destination },
      transfer_group: "reservation_1",
      metadata: { reservation: "1" },
    },
    expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
    success_url: "https://product.example/ok?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://product.example/retour",
    ...params,
  });
}

export interface Shown {
  status: number;
  location: string | null;
  text: string;
}

async function shown(response: Response): Promise<Shown> {
  return {
    status: response.status,
    location: response.headers.get("location"),
    text: await response.text(),
  };
}

/** Opens a page without following it elsewhere. */
export async function visit(url: string): Promise<Shown> {
  return shown(await fetch(url, { redirect: "manual" }));
}

/** Sends a page's form as a browser without JavaScript would. */
export async function submit(url: string, fields: Record<string, string>): Promise<Shown> {
  const body = new URLSearchParams(fields);
  return shown(await fetch(url, { method: "POST", body, redirect: "manual" }));
}

/** The fields of the payment page, for one card. */
export function cardFields(cardNumber: string): Record<string, string> {
  return { cardNumber, cardExpiry: "12 / 34", cardCvc: "123", billingName: "Marie Durand" };
}
