import { NO_REQUEST, type Context } from "./core/context";
import { settableClock } from "./core/clock";
import { seededIds } from "./core/ids";
import type { Records, StripeKind } from "./core/records";
import { Store } from "./core/store";
import { buildAccount } from "./resources/account-object";
import { buildCustomer } from "./resources/customers";
import { cancelIntent, captureIntent } from "./resources/end-intent";
import { confirmIntent } from "./resources/confirm-intent";
import { openDispute } from "./resources/disputes";
import { createIntent, findIntent } from "./resources/intent-object";
import { usePaymentMethod } from "./resources/payment-methods";
import { createRefund } from "./resources/refunds";
import { runDueDeeds } from "./later";

export interface PastRefund {
  amount: number;
  at: number;
  reason?: "duplicate" | "requested_by_customer";
  /** Made again after one that came back: takes nothing from the owner and the platform a second time. */
  isRetry?: boolean;
}

export interface PaidIntentOptions {
  /** Decides every id: the same seed gives the same objects. */
  seed: string;
  /** Where receipts are found: the sandbox's own address. */
  publicUrl: string;
  /** Integer cents. */
  amount: number;
  applicationFeeAmount: number;
  /** The connected account that receives the money. */
  destination: string;
  customer: string;
  /** The card as a ready-made payment method, which says how its bank behaves; default: one that pays. */
  card?: string;
  transferGroup: string;
  metadata: Record<string, string>;
  /** When it was paid or authorised, in seconds since the epoch. */
  created: number;
  captureMethod: "automatic" | "manual";
  /** When the owner accepted (seconds); a manual payment without it stays authorised. */
  capturedAt?: number;
  /** When an authorisation was given back (seconds). */
  canceledAt?: number;
  refunds?: PastRefund[];
  /** When the payer's bank began to ask about it (seconds); it has taken nothing. */
  inquiryAt?: number;
}

export interface PaidIntent {
  paymentIntent: Records["payment_intent"];
  charge: Records["charge"];
  transfer: Records["transfer"] | null;
  applicationFee: Records["application_fee"] | null;
  refunds: Records["refund"][];
  disputes: Records["dispute"][];
  /** Everything of it, as `POST /_sandbox/import { objects }` takes it. */
  objects: Records[StripeKind][];
}

const MADE: StripeKind[] = [
  "payment_method",
  "payment_intent",
  "charge",
  "transfer",
  "application_fee",
  "refund",
  "dispute",
  "balance_transaction",
];

/**
 * Makes the consistent objects of a payment of the past, by paying it with a test card in a sandbox that
 * lives in memory only. Neither the account nor the customer is among them: import those as
 * `buildAccount` and `buildCustomer` make them.
 */
export function buildPaidIntent(options: PaidIntentOptions): PaidIntent {
  const store = new Store();
  const clock = settableClock(options.created);
  const ctx: Context = {
    store,
    clock,
    ids: seededIds(options.seed),
    publicUrl: options.publicUrl,
    request: NO_REQUEST,
  };
  const intentId = store.transact(() => {
    const { created } = options;
    store.put("account", buildAccount({ id: options.destination, created, state: "active" }));
    store.put("customer", buildCustomer({ id: options.customer, created }));
    const intent = createIntent(ctx, {
      amount: options.amount,
      currency: "eur",
      allowed_payment_method_types: ["card"],
      application_fee_amount: options.applicationFeeAmount,
      capture_method: options.captureMethod === "manual" ? "manual" : "automatic_async",
      customer: options.customer,
      destination: options.destination,
      metadata: options.metadata,
      transfer_group: options.transferGroup,
    });
    confirmIntent(ctx, intent, usePaymentMethod(ctx, options.card ?? "pm_card_visa"), null);
    runDueDeeds(ctx);
    if (options.capturedAt !== undefined && options.captureMethod === "manual") {
      clock.set(options.capturedAt);
      captureIntent(ctx, findIntent(ctx, intent.id));
    }
    if (options.canceledAt !== undefined) {
      clock.set(options.canceledAt);
      cancelIntent(ctx, findIntent(ctx, intent.id), "requested_by_customer");
    }
    for (const { amount, at, reason, isRetry = false } of options.refunds ?? []) {
      clock.set(at);
      createRefund(ctx, {
        payment_intent: intent.id,
        amount,
        reason,
        reverse_transfer: !isRetry,
        refund_application_fee: !isRetry,
      });
      runDueDeeds(ctx);
    }
    const charge = store.all("charge")[0];
    if (options.inquiryAt !== undefined && charge) {
      clock.set(options.inquiryAt);
      openDispute(ctx, charge.id, { reason: "product_not_received", inquiry: true });
    }
    return intent.id;
  });
  const [charge] = store.all("charge");
  if (charge === undefined) throw new Error("A paid intent has a charge");
  return {
    paymentIntent: findIntent(ctx, intentId),
    charge,
    transfer: store.all("transfer")[0] ?? null,
    applicationFee: store.all("application_fee")[0] ?? null,
    refunds: store.all("refund"),
    disputes: store.all("dispute"),
    objects: MADE.flatMap((kind): Records[StripeKind][] => store.all(kind)),
  };
}
