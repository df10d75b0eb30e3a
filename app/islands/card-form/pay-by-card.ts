import type { Stripe, StripeElements, StripeError } from "@stripe/stripe-js";
import type { CardFormProps } from "~/ui/card-form";

/** Where to go: it is paid, or the next page says what becomes of it. */
export interface Paid {
  href: string;
}

/** Why it is not paid, in French; `isUnknown` when nobody here can tell whether it is. */
export interface Unpaid {
  message: string;
  isUnknown?: boolean;
}

/** What the server says of a charge: see POST /api/stripe/charge. Null: its answer never came. */
export type ChargeAnswer = { redirectUrl: string; clientSecret?: string } | Unpaid | null;

type Charge = CardFormProps["charge"] & { confirmationTokenId: string };

interface Tools {
  stripe: Pick<Stripe, "createConfirmationToken" | "handleNextAction">;
  elements: StripeElements;
  /** Posts the charge. The same one may be sent again: the server pays it once. */
  send: (charge: Charge) => Promise<ChargeAnswer>;
}

const FAILED = "Une erreur est survenue lors du paiement.";
const UNKNOWN =
  "Aucune réponse ne nous est parvenue\u00a0: votre paiement est peut-être passé. Vérifiez où en est votre réservation avant de recommencer.";
const REFUSED_BY_BANK =
  "Votre banque n’a pas confirmé le paiement. Réessayez, ou utilisez une autre carte.";

/** What Stripe says of a payment that nobody has paid. */
const UNPAID = ["requires_payment_method", "requires_confirmation", "canceled"];

/** How often a charge is sent whose answer does not come. */
const TRIES = 3;

/** Whether an error of Stripe's is about what was typed, or a card that was refused: nothing is paid then. */
function isForPayer({ type }: StripeError): boolean {
  return type === "card_error" || type === "validation_error";
}

/** What a person reads of an error of Stripe's: its own words where they are for people. */
function messageOf(error: StripeError): string {
  return isForPayer(error) && error.message ? error.message : FAILED;
}

/**
 * Pays: has Stripe make a token of what was typed, sends it, and has the payer's bank asked if it wants to be.
 * Never rejects.
 */
export async function payByCard(
  { stripe, elements, send }: Tools,
  charge: CardFormProps["charge"],
): Promise<Paid | Unpaid> {
  let isSent = false;
  try {
    const { error } = await elements.submit();
    if (error) return { message: messageOf(error) };
    const made = await stripe.createConfirmationToken({ elements });
    if (made.error) return { message: messageOf(made.error) };
    const sent = { ...charge, confirmationTokenId: made.confirmationToken.id };
    let answer: ChargeAnswer = null;
    isSent = true;
    for (let tries = 0; answer === null && tries < TRIES; tries += 1) answer = await send(sent);
    if (answer === null) return { message: UNKNOWN, isUnknown: true };
    if ("message" in answer) return answer;
    return await afterBank(stripe, answer);
  } catch {
    // Stripe's script threw: nothing says how far it came, once there was something to pay by.
    return { message: FAILED, isUnknown: isSent };
  }
}

async function afterBank(
  stripe: Tools["stripe"],
  { redirectUrl, clientSecret }: Exclude<ChargeAnswer, Unpaid | null>,
): Promise<Paid | Unpaid> {
  if (clientSecret === undefined) return { href: redirectUrl };
  const { error } = await stripe.handleNextAction({ clientSecret });
  // Answered in another tab: the next page knows more.
  const status = error?.payment_intent?.status;
  if (!error || status === "succeeded" || status === "requires_capture")
    return { href: redirectUrl };
  if (error.code === "payment_intent_authentication_failure") return { message: REFUSED_BY_BANK };
  const isUnpaid = status !== undefined && UNPAID.includes(status);
  if (isUnpaid || isForPayer(error)) return { message: messageOf(error) };
  // The line broke, say: what the bank said is with Stripe.
  return { message: UNKNOWN, isUnknown: true };
}

/** How long the server may take; it answers in far less, or says that it waits for Stripe. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 1_000;

/** Nobody is logged in, or nothing to pay is there for who is: nothing is paid. */
const GONE = [401, 404];

/** Posts a charge to the server. */
export async function sendCharge(charge: Charge): Promise<ChargeAnswer> {
  // As `AbortSignal.timeout`, which browsers of some years ago do not have. The enhancers' `patience` does the same: islands
  // and enhancers may know no file in common.
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE_MS);
  try {
    const response = await fetch("/api/stripe/charge", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(charge),
      signal: patience.signal,
    });
    const { message, redirectUrl, clientSecret } = (await response.json()) as Record<
      string,
      string
    >;
    if (response.ok && redirectUrl !== undefined) return { redirectUrl, clientSecret };
    // Another tab has logged out, or somebody else in: the page itself, anew, says so and leads on.
    if (GONE.includes(response.status)) return { redirectUrl: location.pathname + location.search };
    return { message: message ?? FAILED, isUnknown: response.status >= 500 };
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return null;
  }
}
