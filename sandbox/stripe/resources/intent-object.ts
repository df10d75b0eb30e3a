import type Stripe from "stripe";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { requireTransfers } from "./accounts";
import { useCustomer } from "./customers";

export type CaptureMethod = "automatic" | "automatic_async" | "manual";

/** The least that a card payment in euros may be, in cents. */
const LEAST_AMOUNT = 50;
const MOST_AMOUNT = 99_999_999;

export interface IntentFields {
  amount: number;
  currency: string;
  capture_method: CaptureMethod;
  allowed_payment_method_types?: string[] | undefined;
  application_fee_amount?: number | undefined;
  customer?: string | undefined;
  description?: string | undefined;
  destination?: string | undefined;
  metadata?: Record<string, string> | undefined;
  receipt_email?: string | undefined;
  transfer_group?: string | undefined;
}

/** How the fields of an intent are called where they were given, for errors. */
export interface ParamNames {
  amount: string;
  prefix: string;
}

function named({ prefix }: ParamNames, first: string, rest = ""): string {
  return prefix === "" ? `${first}${rest}` : `${prefix}[${first}]${rest}`;
}

/**
 * Refuses what no payment could be made of.
 * @throws StripeProblem 400: an amount out of bounds, a fee above it, a fee without a destination,
 * an unknown customer, a destination that cannot be paid
 */
export function checkIntentFields(ctx: Context, fields: IntentFields, names: ParamNames): void {
  const { amount, application_fee_amount: fee, destination, customer } = fields;
  if (amount < LEAST_AMOUNT) {
    throw invalidRequest("Amount must be at least €0.50 eur", {
      code: "amount_too_small",
      param: names.amount,
    });
  }
  if (amount > MOST_AMOUNT) {
    throw invalidRequest("Amount must be no more than €999,999.99", {
      code: "amount_too_large",
      param: names.amount,
    });
  }
  const feeParam = named(names, "application_fee_amount");
  if (fee !== undefined && destination === undefined) {
    throw invalidRequest(
      "Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).",
      { param: feeParam },
    );
  }
  if (fee !== undefined && fee > amount) {
    throw invalidRequest("Your application fee cannot exceed the total amount of the charge.", {
      param: feeParam,
    });
  }
  if (customer !== undefined) useCustomer(ctx, customer);
  if (destination !== undefined) {
    requireTransfers(ctx, destination, named(names, "transfer_data", "[destination]"));
  }
}

/** Keeps a new intent that waits for a way to pay. */
export function createIntent(ctx: Context, fields: IntentFields): Stripe.PaymentIntent {
  const id = ctx.ids("pi");
  const intent = ctx.store.put("payment_intent", {
    id,
    object: "payment_intent",
    allowed_payment_method_types: fields.allowed_payment_method_types ?? null,
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: fields.application_fee_amount ?? null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: fields.capture_method,
    client_secret: `${id}_${ctx.ids("secret", 25)}`,
    confirmation_method: "automatic",
    created: ctx.clock.now(),
    currency: fields.currency,
    customer: fields.customer ?? null,
    customer_account: null,
    description: fields.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: fields.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
      },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: fields.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: fields.destination === undefined ? null : { destination: fields.destination },
    transfer_group: fields.transfer_group ?? null,
  });
  emit(ctx, "payment_intent.created", intent);
  return intent;
}

/** The intent that a URL or a parameter names. @throws StripeProblem 404 or 400 */
export function findIntent(ctx: Context, id: string, param?: string): Stripe.PaymentIntent {
  const intent = ctx.store.get("payment_intent", id);
  if (intent === undefined) throw missing("payment_intent", id, param);
  return intent;
}
