import { createHash } from "node:crypto";
import type { CardBehaviour } from "./core/records";

/** Stripe's own test cards, as far as the product meets them. */
export interface TestCard {
  number: string;
  brand: "visa" | "mastercard" | "amex";
  country: "FR" | "US" | "DE";
  behaviour: CardBehaviour;
  /** The payment method that stands for this card in API calls. */
  token: string;
}

const DECLINED = "Your card was declined.";

function declines(declineCode: string, code = "card_declined", message = DECLINED): CardBehaviour {
  return { kind: "declines", code, declineCode, message };
}

const CARDS: readonly TestCard[] = [
  card("4242424242424242", "pm_card_visa", { kind: "pays" }),
  card("5555555555554444", "pm_card_mastercard", { kind: "pays" }, "mastercard"),
  card("378282246310005", "pm_card_amex", { kind: "pays" }, "amex"),
  card("4000002500000003", "pm_card_fr", { kind: "pays" }, "visa", "FR"),
  card("4000000000000002", "pm_card_visa_chargeDeclined", declines("generic_decline")),
  card(
    "4000000000009995",
    "pm_card_visa_chargeDeclinedInsufficientFunds",
    declines("insufficient_funds", "card_declined", "Your card has insufficient funds."),
  ),
  card(
    "4000000000000069",
    "pm_card_chargeDeclinedExpiredCard",
    declines("expired_card", "expired_card", "Your card has expired."),
  ),
  card(
    "4000000000000127",
    "pm_card_chargeDeclinedIncorrectCvc",
    declines("incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."),
  ),
  card("4000002500003155", "pm_card_authenticationRequiredOnSetup", { kind: "authenticates" }),
  card(
    "4000002760003184",
    "pm_card_authenticationRequired",
    { kind: "authenticates" },
    "visa",
    "DE",
  ),
  card("4000000000000259", "pm_card_createDispute", { kind: "disputes" }),
  card("4000000000005126", "pm_card_refundFail", { kind: "failsRefunds" }),
  card("4000000000007726", "pm_card_pendingRefund", { kind: "delaysRefunds" }),
  // None of Stripe's own: there it is the balance that is too low.
  card("4000000000000507", "pm_card_refundUnfunded", { kind: "lacksFundsForRefunds" }),
];

function card(
  number: string,
  token: string,
  behaviour: CardBehaviour,
  brand: TestCard["brand"] = "visa",
  country: TestCard["country"] = "US",
): TestCard {
  return { number, brand, country, behaviour, token };
}

/** The test card with this number, written in any grouping. */
export function cardByNumber(number: string): TestCard | undefined {
  const digits = number.replace(/[\s.-]/g, "");
  return CARDS.find((candidate) => candidate.number === digits);
}

/** The test card that a ready-made payment method such as `pm_card_visa` stands for. */
export function cardByToken(token: string): TestCard | undefined {
  return CARDS.find((candidate) => candidate.token === token);
}

/** Whether a number has the right length and check digit, known or not. */
export function isCardNumber(number: string): boolean {
  const digits = number.replace(/[\s.-]/g, "");
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .map(Number)
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** The same for the same card, and nothing to read it back from. */
export function cardFingerprint(number: string): string {
  return createHash("sha256").update(`sandbox:${number}`).digest("base64url").slice(0, 16);
}
