import type Stripe from "stripe";
import type { Context } from "../core/context";
import { emit } from "../core/events";
import { idOf } from "../core/ids";

/**
 * Carries what became of a payment over to the hosted page's session it belongs to, if any. An
 * authorised payment completes its session, still unpaid until it is captured.
 */
export function reflectIntentInSession(ctx: Context, intent: Stripe.PaymentIntent): void {
  const sessionId = ctx.store.get(".intent", intent.id)?.session ?? null;
  const session = sessionId === null ? undefined : ctx.store.get("checkout.session", sessionId);
  if (session === undefined || session.status === "expired") return;
  const paid = intent.status === "succeeded";
  if (!paid && intent.status !== "requires_capture") return;
  const method = ctx.store.get("payment_method", idOf(intent.payment_method) ?? "");
  const customer = ctx.store.get("customer", idOf(session.customer) ?? "");
  const name = method?.billing_details.name ?? customer?.name ?? null;
  const next = ctx.store.put("checkout.session", {
    ...session,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? session.customer_email,
      individual_name: null,
      name,
      phone: customer?.phone ?? null,
      tax_exempt: "none",
      tax_ids: [],
    },
    payment_status: paid ? "paid" : "unpaid",
    status: "complete",
    url: null,
  });
  if (session.status === "open") emit(ctx, "checkout.session.completed", next);
}

/** The session whose payment this is, while it is still open. */
export function openSessionOf(ctx: Context, intentId: string): Stripe.Checkout.Session | null {
  const sessionId = ctx.store.get(".intent", intentId)?.session ?? null;
  const session = sessionId === null ? undefined : ctx.store.get("checkout.session", sessionId);
  return session?.status === "open" ? session : null;
}
