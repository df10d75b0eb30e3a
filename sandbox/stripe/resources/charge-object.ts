import type Stripe from "stripe";
import type { CardBehaviour } from "../core/records";
import { idOf } from "../core/ids";
import { EMPTY_BILLING } from "./payment-methods";

interface ChargeFields {
  id: string;
  created: number;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  /** The payer proved their identity to the bank. */
  authenticated: boolean;
  /** Set when the bank refused. */
  decline?: Extract<CardBehaviour, { kind: "declines" }> | undefined;
  captured: boolean;
  publicUrl: string;
}

const AUTHORISED: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: "approved_by_network",
  reason: null,
  risk_level: "normal",
  risk_score: 12,
  seller_message: "Payment complete.",
  type: "authorized",
};

function declinedOutcome(declineCode: string): Stripe.Charge.Outcome {
  return {
    ...AUTHORISED,
    network_status: "declined_by_network",
    reason: declineCode,
    seller_message: "The bank did not return any further details with this decline.",
    type: "issuer_declined",
  };
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: null,
  version: "2.2.0",
};

const AUTHORISATION_SECONDS = 7 * 24 * 60 * 60;

/** How long an authorisation that waits for its capture lives, from its charge's creation. */
export function captureBefore(charge: { created: number }): number {
  return charge.created + AUTHORISATION_SECONDS;
}

function cardDetails(fields: ChargeFields): Stripe.Charge.PaymentMethodDetails.Card {
  const { method, intent, decline, captured, authenticated } = fields;
  const card = method.card;
  return {
    amount_authorized: decline === undefined ? intent.amount : null,
    authorization_code: null,
    brand: card?.brand ?? null,
    ...(captured || decline !== undefined ? {} : { capture_before: captureBefore(fields) }),
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
    country: card?.country ?? null,
    electronic_commerce_indicator: authenticated ? "05" : null,
    exp_month: card?.exp_month ?? 12,
    exp_year: card?.exp_year ?? 2030,
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    network: card?.brand ?? null,
    network_transaction_id: null,
    regulated_status: "unregulated",
    three_d_secure: authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  };
}

/** The charge that one try to pay leaves behind, before any money is settled. */
export function buildCharge(fields: ChargeFields): Stripe.Charge {
  const { id, created, intent, method, decline, captured } = fields;
  const destination = idOf(intent.transfer_data?.destination);
  const paid = decline === undefined;
  return {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: paid && captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: { ...EMPTY_BILLING, ...method.billing_details },
    calculated_statement_descriptor: "PLACE DE MARCHE",
    captured: paid && captured,
    created,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: decline === undefined ? AUTHORISED : declinedOutcome(decline.declineCode),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(fields), type: "card" },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: paid ? `${fields.publicUrl}/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: destination === null ? null : { amount: null, destination },
    transfer_group: intent.transfer_group,
  };
}
