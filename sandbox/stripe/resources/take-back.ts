import type Stripe from "stripe";
import { z } from "zod";
import type { Context } from "../core/context";
import { invalidRequest, missing } from "../core/errors";
import { emit } from "../core/events";
import { formatMoney } from "../core/money";
import { cents, metadata } from "../core/params";
import { route } from "../http/route";
import { bookMovement } from "./balance-transactions";

interface TakeBack {
  /** Integer cents. */
  amount: number;
  metadata?: Record<string, string> | undefined;
}

/** Stripe's rule for transfers and fees alike: what came back whole, or more than is left, is refused. */
function checkLeft(what: string, left: number, { amount }: TakeBack, currency: string): void {
  if (left <= 0) throw invalidRequest(`${what} has already been given back in full.`);
  if (amount < 1) {
    throw invalidRequest("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  }
  if (amount <= left) return;
  throw invalidRequest(
    `${what}: ${formatMoney(amount, currency)} is more than the ${formatMoney(left, currency)} that are left.`,
    { param: "amount" },
  );
}

/**
 * Takes money that was sent on back from a connected account.
 * @param reversal.refund the refund that asked for it
 * @throws StripeProblem 400 when all of it came back already, or less is left
 */
export function reverseTransfer(
  ctx: Context,
  transfer: Stripe.Transfer,
  reversal: TakeBack & { refund?: string },
): Stripe.TransferReversal {
  const { amount, currency } = transfer;
  checkLeft(`Transfer ${transfer.id}`, amount - transfer.amount_reversed, reversal, currency);
  const id = ctx.ids("trr");
  const made: Stripe.TransferReversal = {
    id,
    object: "transfer_reversal",
    amount: reversal.amount,
    balance_transaction: bookMovement(ctx, {
      type: "transfer_refund",
      amount: reversal.amount,
      currency,
      source: id,
    }),
    created: ctx.clock.now(),
    currency,
    destination_payment_refund: ctx.ids("pyr"),
    metadata: reversal.metadata ?? {},
    source_refund: reversal.refund ?? null,
    transfer: transfer.id,
  };
  const reversed = transfer.amount_reversed + reversal.amount;
  const after = ctx.store.put("transfer", {
    ...transfer,
    amount_reversed: reversed,
    reversals: { ...transfer.reversals, data: [made, ...transfer.reversals.data] },
    reversed: reversed === amount,
  });
  emit(ctx, "transfer.reversed", after);
  return made;
}

/**
 * Gives an application fee back to the connected account that it was taken from.
 * @throws StripeProblem 400 when all of it was given back already, or less is left
 */
export function refundFee(
  ctx: Context,
  fee: Stripe.ApplicationFee,
  refund: TakeBack,
): Stripe.FeeRefund {
  const { amount, currency } = fee;
  checkLeft(`Application fee ${fee.id}`, amount - fee.amount_refunded, refund, currency);
  const id = ctx.ids("fr");
  const made: Stripe.FeeRefund = {
    id,
    object: "fee_refund",
    amount: refund.amount,
    balance_transaction: bookMovement(ctx, {
      type: "application_fee_refund",
      amount: -refund.amount,
      currency,
      source: id,
    }),
    created: ctx.clock.now(),
    currency,
    fee: fee.id,
    metadata: refund.metadata ?? {},
  };
  const refunded = fee.amount_refunded + refund.amount;
  const after = ctx.store.put("application_fee", {
    ...fee,
    amount_refunded: refunded,
    refunded: refunded === amount,
    refunds: { ...fee.refunds, data: [made, ...fee.refunds.data] },
  });
  emit(ctx, "application_fee.refunded", after);
  return made;
}

const takeBackParams = z.object({ amount: cents, metadata: metadata.optional() }).strict();

export const takeBackRoutes = [
  route("POST", "/v1/transfers/:id/reversals", takeBackParams, (ctx, input, id) => {
    const transfer = ctx.store.get("transfer", id);
    if (transfer === undefined) throw missing("transfer", id);
    return reverseTransfer(ctx, transfer, input);
  }),
  route("POST", "/v1/application_fees/:id/refunds", takeBackParams, (ctx, input, id) => {
    const fee = ctx.store.get("application_fee", id);
    if (fee === undefined) throw missing("application fee", id);
    return refundFee(ctx, fee, input);
  }),
];
