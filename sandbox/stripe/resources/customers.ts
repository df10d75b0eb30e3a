import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidParameter, missing } from "../core/errors";
import { emit } from "../core/events";
import { paginate } from "../core/lists";
import { list, listing, metadata, text } from "../core/params";
import { route } from "../http/route";

export interface CustomerFields {
  id: string;
  created: number;
  email?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  description?: string | undefined;
  preferred_locales?: string[] | undefined;
  metadata?: Record<string, string> | undefined;
}

/** A whole customer object, ready to be stored or imported. */
export function buildCustomer(fields: CustomerFields): Stripe.Customer {
  return {
    id: fields.id,
    object: "customer",
    address: null,
    balance: 0,
    created: fields.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: fields.description ?? null,
    discount: null,
    email: fields.email ?? null,
    invoice_prefix: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    next_invoice_sequence: 1,
    phone: fields.phone ?? null,
    preferred_locales: fields.preferred_locales ?? [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
  };
}

/** The customer that a parameter names. @throws StripeProblem 400 when there is none */
export function useCustomer(ctx: Context, id: string): Stripe.Customer {
  const customer = ctx.store.get("customer", id);
  if (customer === undefined) throw missing("customer", id, "customer");
  return customer;
}

/** A search knows what is written only this much later, as Stripe's index does. */
const INDEXED_AFTER_SECONDS = 60;
/** The one question that the product asks: `metadata['user']:'42'`. */
const BY_METADATA = /^metadata\['([^']+)'\]:'([^']+)'$/;

const writable = z
  .object({
    email: text.optional(),
    name: text.optional(),
    phone: text.optional(),
    description: text.optional(),
    preferred_locales: list(text).optional(),
    metadata: metadata.optional(),
  })
  .strict();

/** Somebody deletes a customer in the dashboard. @throws StripeProblem when there is none */
export function deleteCustomer(ctx: Context, id: string): void {
  if (ctx.store.get("customer", id) === undefined) throw missing("customer", id);
  ctx.store.remove("customer", id);
  ctx.store.put(".deleted", { id });
}

export const customerRoutes = [
  route(
    "GET",
    "/v1/customers/search",
    z.object({ query: text, limit: listing.limit }).strict(),
    (ctx, { query, limit }) => {
      const [, key = "", value] = BY_METADATA.exec(query) ?? [];
      if (value === undefined) {
        throw invalidParameter(`The sandbox cannot search for: ${query}`, "query");
      }
      const indexedTo = ctx.clock.now() - INDEXED_AFTER_SECONDS;
      const found = ctx.store
        .all("customer")
        .filter((row) => row.created <= indexedTo && row.metadata[key] === value);
      const { has_more, data } = paginate(found, { limit }, "/v1/customers/search");
      return { object: "search_result", url: "/v1/customers/search", has_more, data };
    },
  ),
  route("POST", "/v1/customers", writable, (ctx, input) => {
    const customer = ctx.store.put(
      "customer",
      buildCustomer({ id: ctx.ids("cus", 14), created: ctx.clock.now(), ...input }),
    );
    emit(ctx, "customer.created", customer);
    return customer;
  }),
  route("POST", "/v1/customers/:id", writable, (ctx, input, id) => {
    const customer = ctx.store.get("customer", id);
    if (customer === undefined) throw missing("customer", id);
    const changed = ctx.store.put("customer", {
      ...customer,
      ...input,
      metadata: { ...customer.metadata, ...input.metadata },
    });
    emit(ctx, "customer.updated", changed);
    return changed;
  }),
  route("GET", "/v1/customers/:id", z.object({}).strict(), (ctx, _input, id) => {
    const customer = ctx.store.get("customer", id);
    if (ctx.store.get(".deleted", id)) return { id, object: "customer", deleted: true };
    if (customer === undefined) throw missing("customer", id);
    return customer;
  }),
];
