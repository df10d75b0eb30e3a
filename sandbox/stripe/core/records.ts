import type Stripe from "stripe";

/** An event as it is stored and sent; the SDK's own type is a union that only readers need. */
export interface StoredEvent {
  id: string;
  object: "event";
  account?: string;
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event["type"];
}

export type Endpoint = "platform" | "connect";

/** How a test card behaves once it is used. */
export type CardBehaviour =
  | { kind: "pays" }
  | { kind: "declines"; code: string; declineCode: string; message: string }
  | { kind: "authenticates" }
  | { kind: "disputes" }
  | { kind: "failsRefunds" }
  | { kind: "delaysRefunds" }
  | { kind: "lacksFundsForRefunds" };

/** Where a payment came from: a hosted page's session, or a call with an address to return to. */
export interface IntentOrigin {
  id: string;
  session: string | null;
  returnUrl: string | null;
}

/** What a hosted page must know beyond the session that the API shows. */
export interface SessionDetail {
  id: string;
  lines: { name: string; description: string | null; unitAmount: number; quantity: number }[];
  intent: {
    application_fee_amount?: number | undefined;
    capture_method: "automatic" | "automatic_async" | "manual";
    description?: string | undefined;
    metadata: Record<string, string>;
    receipt_email?: string | undefined;
    destination?: string | undefined;
    transfer_group?: string | undefined;
  };
}

/** What a confirmation token stands for, beyond what the API shows of it. */
export interface TokenDetail {
  id: string;
  /** The payment method that its one payment is made with. */
  paymentMethod: string;
}

/** A one-time door to the hosted onboarding. */
export interface OnboardingLink {
  id: string;
  account: string;
  expiresAt: number;
  used: boolean;
  returnUrl: string;
  refreshUrl: string;
}

/** The first answer under an idempotency key. */
export interface StoredAnswer {
  id: string;
  created: number;
  endpoint: string;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
}

/** One event on its way to one endpoint. Gone once delivered. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: Endpoint;
  state: "new" | "pending" | "held" | "lost" | "failed";
  attempts: number;
  /** Milliseconds since the epoch, in the machine's time. */
  nextAttemptAt: number;
}

/** Something that Stripe does by itself a moment after it answered. */
export interface LaterDeed {
  id: string;
  deed: "settleCharge" | "completeRefund" | "failRefund" | "openDispute";
  target: string;
  /** Seconds since the epoch, in the sandbox's time. */
  at: number;
}

/** Everything the sandbox remembers, by kind; kinds without a dot prefix are Stripe's own. */
export interface Records {
  account: Stripe.Account;
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  confirmation_token: Stripe.ConfirmationToken;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  transfer: Stripe.Transfer;
  application_fee: Stripe.ApplicationFee;
  balance_transaction: Stripe.BalanceTransaction;
  dispute: Stripe.Dispute;
  "checkout.session": Stripe.Checkout.Session;
  event: StoredEvent;
  ".card": { id: string; behaviour: CardBehaviour; used?: boolean };
  ".token": TokenDetail;
  ".intent": IntentOrigin;
  ".session": SessionDetail;
  ".link": OnboardingLink;
  ".revoked": { id: string };
  /** A customer that somebody deleted, of which Stripe goes on to say so. */
  ".deleted": { id: string };
  /** Which part of the charge, in cents, a refund of its application fee stands for. */
  ".feeRefund": { id: string; amount: number };
  ".answer": StoredAnswer;
  ".delivery": Delivery;
  ".later": LaterDeed;
  ".setting": { id: "clock"; offsetMs: number };
}

export type Kind = keyof Records;

/** Stripe's own kinds: what can be imported, expanded and shown. */
export const STRIPE_KINDS = [
  "account",
  "customer",
  "payment_method",
  "confirmation_token",
  "payment_intent",
  "charge",
  "refund",
  "transfer",
  "application_fee",
  "balance_transaction",
  "dispute",
  "checkout.session",
  "event",
] as const satisfies readonly Kind[];

export type StripeKind = (typeof STRIPE_KINDS)[number];
