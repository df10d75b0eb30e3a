import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { paginate } from "../core/lists";
import {
  bool,
  cents,
  currency,
  integer,
  list,
  listing,
  metadata,
  oneOf,
  text,
  webUrl,
} from "../core/params";
import type { SessionDetail } from "../core/records";
import { route } from "../http/route";
import { cancelIntent } from "./end-intent";
import { checkIntentFields, type IntentFields } from "./intent-object";

const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;

const createParams = z
  .object({
    mode: oneOf("payment"),
    ui_mode: oneOf("hosted_page").optional(),
    adaptive_pricing: z.object({ enabled: bool.optional() }).strict().optional(),
    locale: oneOf("auto", "fr", "en").optional(),
    submit_type: oneOf("auto", "book", "pay").optional(),
    client_reference_id: text.optional(),
    customer: text.optional(),
    customer_email: text.optional(),
    allowed_payment_method_types: list(oneOf("card")).optional(),
    line_items: list(
      z
        .object({
          quantity: integer.optional(),
          price_data: z
            .object({
              currency,
              unit_amount: cents,
              product_data: z
                .object({
                  name: text,
                  description: text.optional(),
                  images: list(webUrl).optional(),
                })
                .strict(),
            })
            .strict(),
        })
        .strict(),
    ),
    payment_intent_data: z
      .object({
        application_fee_amount: cents.optional(),
        capture_method: oneOf("automatic", "automatic_async", "manual").optional(),
        description: text.optional(),
        metadata: metadata.optional(),
        receipt_email: text.optional(),
        transfer_data: z.object({ destination: text }).strict().optional(),
        transfer_group: text.optional(),
      })
      .strict()
      .optional(),
    metadata: metadata.optional(),
    expires_at: integer.optional(),
    success_url: webUrl,
    cancel_url: webUrl.optional(),
  })
  .strict();

type CreateInput = z.output<typeof createParams>;

function expiryOf(input: CreateInput, now: number): number {
  const expiresAt = input.expires_at ?? now + LONGEST_SECONDS;
  if (expiresAt < now + SHORTEST_SECONDS) {
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  if (expiresAt > now + LONGEST_SECONDS) {
    throw invalidRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  return expiresAt;
}

function linesOf(input: CreateInput): SessionDetail["lines"] {
  const lines = input.line_items.map(({ quantity = 1, price_data: price }) => ({
    name: price.product_data.name,
    description: price.product_data.description ?? null,
    unitAmount: price.unit_amount,
    quantity,
  }));
  if (lines.length === 0 || lines.some(({ quantity }) => quantity < 1)) {
    throw invalidRequest("Quantity must be at least 1 on every line item.", {
      param: "line_items",
    });
  }
  return lines;
}

/** The payment that a session's page will ask for, once somebody pays. */
export function intentOfSession(
  session: Stripe.Checkout.Session,
  detail: SessionDetail,
): IntentFields {
  return {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "eur",
    allowed_payment_method_types: session.allowed_payment_method_types ?? undefined,
    customer: idOf(session.customer) ?? undefined,
    ...detail.intent,
  };
}

function createSession(ctx: Context, input: CreateInput): Stripe.Checkout.Session {
  const created = ctx.clock.now();
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw invalidRequest("You may only specify one of these parameters: customer, customer_email.");
  }
  const lines = linesOf(input);
  const total = lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
  const id = ctx.ids("cs_test", 58);
  const { transfer_data: transferData, ...data } = input.payment_intent_data ?? {};
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    // What is not said is the dashboard's switch, which is on for an account that never touched it.
    adaptive_pricing: { enabled: input.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created,
    currency: "eur",
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: input.customer ?? null,
    customer_account: null,
    customer_creation: input.customer === undefined ? "if_required" : null,
    customer_details: null,
    customer_email: input.customer_email ?? null,
    discounts: [],
    expires_at: expiryOf(input, created),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: input.locale ?? null,
    managed_payments: null,
    metadata: input.metadata ?? {},
    mode: "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: input.submit_type ?? null,
    subscription: null,
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${ctx.publicUrl}/pay/${id}`,
    wallet_options: null,
  };
  const detail: SessionDetail = {
    id,
    lines,
    intent: {
      ...data,
      capture_method: data.capture_method ?? "automatic_async",
      metadata: data.metadata ?? {},
      destination: transferData?.destination,
    },
  };
  checkIntentFields(ctx, intentOfSession(session, detail), {
    amount: "line_items",
    prefix: "payment_intent_data",
  });
  ctx.store.put(".session", detail);
  return ctx.store.put("checkout.session", session);
}

/** The session that a URL names. @throws StripeProblem 404 */
export function findSession(ctx: Context, id: string): Stripe.Checkout.Session {
  const session = ctx.store.get("checkout.session", id);
  if (session === undefined) throw missing("checkout.session", id);
  return session;
}

/**
 * Closes a session for good: its page no longer takes money, and a try under way is canceled.
 * @throws StripeProblem 400 unless it is open
 */
function expireSession(ctx: Context, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status ?? ""}.`,
    );
  }
  const expired = ctx.store.put("checkout.session", { ...session, status: "expired", url: null });
  const intent = ctx.store.get("payment_intent", idOf(session.payment_intent) ?? "");
  if (intent !== undefined) cancelIntent(ctx, intent, "automatic");
  emit(ctx, "checkout.session.expired", expired);
  return expired;
}

/** Expires the sessions whose time has come. */
export function expireDueSessions(ctx: Context): void {
  const now = ctx.clock.now();
  for (const session of ctx.store.all("checkout.session")) {
    if (session.status === "open" && session.expires_at <= now) expireSession(ctx, session);
  }
}

export const checkoutSessionRoutes = [
  route("POST", "/v1/checkout/sessions", createParams, createSession),
  route("GET", "/v1/checkout/sessions/:id", z.object({}).strict(), (ctx, _input, id) =>
    findSession(ctx, id),
  ),
  route("POST", "/v1/checkout/sessions/:id/expire", z.object({}).strict(), (ctx, _input, id) =>
    expireSession(ctx, findSession(ctx, id)),
  ),
  route(
    "GET",
    "/v1/checkout/sessions",
    z
      .object({
        ...listing,
        customer: text.optional(),
        payment_intent: text.optional(),
        status: oneOf("open", "complete", "expired").optional(),
      })
      .strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("checkout.session")
          .filter((row) => input.customer === undefined || row.customer === input.customer)
          .filter(
            (row) =>
              input.payment_intent === undefined || row.payment_intent === input.payment_intent,
          )
          .filter((row) => input.status === undefined || row.status === input.status),
        input,
        "/v1/checkout/sessions",
      ),
  ),
];
