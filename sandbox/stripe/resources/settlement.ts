import type Stripe from "stripe";
import type { Context } from "../core/context";
import { emit } from "../core/events";
import { idOf } from "../core/ids";
import { processingFee } from "../core/money";
import { bookMovement } from "./balance-transactions";

function sendOn(ctx: Context, charge: Stripe.Charge, destination: string): Stripe.Transfer {
  const id = ctx.ids("tr");
  const transfer = ctx.store.put("transfer", {
    id,
    object: "transfer",
    amount: charge.amount,
    amount_reversed: 0,
    balance_transaction: bookMovement(ctx, {
      type: "transfer",
      amount: -charge.amount,
      currency: charge.currency,
      source: id,
    }),
    created: ctx.clock.now(),
    currency: charge.currency,
    description: null,
    destination,
    destination_payment: ctx.ids("py"),
    livemode: false,
    metadata: {},
    reversals: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/transfers/${id}/reversals`,
    },
    reversed: false,
    source_transaction: charge.id,
    source_type: "card",
    transfer_group: charge.transfer_group ?? `group_${idOf(charge.payment_intent) ?? charge.id}`,
  });
  emit(ctx, "transfer.created", transfer);
  return transfer;
}

function takeFee(
  ctx: Context,
  charge: Stripe.Charge,
  transfer: Stripe.Transfer,
  amount: number,
): Stripe.ApplicationFee {
  const id = ctx.ids("fee");
  const fee = ctx.store.put("application_fee", {
    id,
    object: "application_fee",
    account: idOf(transfer.destination) ?? "",
    amount,
    amount_refunded: 0,
    application: "ca_sandbox",
    balance_transaction: bookMovement(ctx, {
      type: "application_fee",
      amount,
      currency: charge.currency,
      source: id,
    }),
    charge: idOf(transfer.destination_payment) ?? charge.id,
    created: ctx.clock.now(),
    currency: charge.currency,
    fee_source: null,
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/application_fees/${id}/refunds`,
    },
  });
  emit(ctx, "application_fee.created", fee);
  return fee;
}

/**
 * Books a captured charge: the whole amount goes on to the connected account, and the platform's
 * share comes back as an application fee. Does nothing the second time.
 */
export function settleCharge(ctx: Context, chargeId: string): Stripe.Charge {
  const charge = ctx.store.get("charge", chargeId);
  if (charge === undefined) throw new Error(`No charge ${chargeId} to settle`);
  if (charge.balance_transaction !== null || !charge.captured) return charge;
  const balanceTransaction = bookMovement(ctx, {
    type: "charge",
    amount: charge.amount,
    fee: processingFee(charge.amount),
    currency: charge.currency,
    source: charge.id,
  });
  const destination = idOf(charge.transfer_data?.destination);
  const transfer = destination === null ? null : sendOn(ctx, charge, destination);
  const fee =
    transfer === null || charge.application_fee_amount === null
      ? null
      : takeFee(ctx, charge, transfer, charge.application_fee_amount);
  return ctx.store.put("charge", {
    ...charge,
    application_fee: fee?.id ?? null,
    balance_transaction: balanceTransaction,
    ...(transfer === null ? {} : { transfer: transfer.id }),
  });
}
