import type { Context } from "./context";
import type { Endpoint, StoredEvent } from "./records";

/** The only API version the sandbox answers in; the SDK sends it as `Stripe-Version`. */
export const SANDBOX_API_VERSION = "2026-10-28.endive";

/** The types each of the product's two endpoints is subscribed to; others can only be listed. */
const SUBSCRIPTIONS: Record<Endpoint, ReadonlySet<string>> = {
  platform: new Set([
    "checkout.session.completed",
    "checkout.session.expired",
    "payment_intent.succeeded",
    "payment_intent.amount_capturable_updated",
    "payment_intent.canceled",
    "payment_intent.payment_failed",
    "charge.refunded",
    "charge.expired",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "refund.created",
    "refund.updated",
    "refund.failed",
    "transfer.reversed",
    "application_fee.refunded",
  ]),
  connect: new Set(["account.updated", "account.application.deauthorized", "capability.updated"]),
};

interface EmitOptions {
  /** The connected account in which it happened; absent for the platform itself. */
  account?: string;
  previous?: object;
}

/**
 * Records that something happened to `object`, as it is now, inside the running transaction, and
 * puts it on its way to the endpoint that wants to know.
 */
export function emit(
  ctx: Context,
  type: StoredEvent["type"],
  object: object,
  { account, previous }: EmitOptions = {},
): void {
  const endpoint: Endpoint = account === undefined ? "platform" : "connect";
  const subscribed = SUBSCRIPTIONS[endpoint].has(type);
  const event = ctx.store.put("event", {
    id: ctx.ids("evt"),
    object: "event",
    ...(account === undefined ? {} : { account }),
    api_version: SANDBOX_API_VERSION,
    created: ctx.clock.now(),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: subscribed ? 1 : 0,
    request: ctx.request,
    type,
  });
  if (!subscribed) return;
  ctx.store.put(".delivery", {
    id: ctx.ids("whd"),
    event: event.id,
    endpoint,
    state: "new",
    attempts: 0,
    nextAttemptAt: 0,
  });
}
