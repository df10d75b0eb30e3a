import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { missing } from "../core/errors";
import { paginate } from "../core/lists";
import { listing, text } from "../core/params";
import { route } from "../http/route";

interface Movement {
  type: Stripe.BalanceTransaction.Type;
  /** What enters the platform's balance, in cents; negative for what leaves it. */
  amount: number;
  fee?: number;
  currency: string;
  source: string;
}

const AVAILABLE_AFTER_SECONDS = 7 * 24 * 60 * 60;

/** Writes a movement into the platform's balance. */
export function bookMovement(ctx: Context, movement: Movement): string {
  const { type, amount, fee = 0, currency, source } = movement;
  const created = ctx.clock.now();
  return ctx.store.put("balance_transaction", {
    id: ctx.ids("txn"),
    object: "balance_transaction",
    amount,
    available_on: created + (type === "charge" ? AVAILABLE_AFTER_SECONDS : 0),
    balance_type: "payments",
    created,
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency,
              description: "Stripe processing fees",
              type: "stripe_fee",
            },
          ],
    net: amount - fee,
    reporting_category: type,
    source,
    status: type === "charge" ? "pending" : "available",
    type,
  }).id;
}

export const balanceTransactionRoutes = [
  route(
    "GET",
    "/v1/balance_transactions",
    z.object({ ...listing, source: text.optional(), type: text.optional() }).strict(),
    (ctx, input) =>
      paginate(
        ctx.store
          .all("balance_transaction")
          .filter((row) => input.source === undefined || row.source === input.source)
          .filter((row) => input.type === undefined || row.type === input.type),
        input,
        "/v1/balance_transactions",
      ),
  ),
  route("GET", "/v1/balance_transactions/:id", z.object({}).strict(), (ctx, _input, id) => {
    const row = ctx.store.get("balance_transaction", id);
    if (row === undefined) throw missing("balance transaction", id);
    return row;
  }),
];
