import type Stripe from "stripe";
import { expect } from "vitest";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { ReceiptCounterModel } from "@models/receipt-counter";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { isDisputed } from "~/rules/disputes";
import { isDocumented, kindOf, receiptNumber, type Series } from "~/rules/receipt";
import { balanceOf, chargedBackIn, type Balance } from "~/payments/balance";
import { readPayment, type PaymentRef } from "~/payments/read-payment.server";
import { sumOf } from "~/payments/snapshot";

/** Which entry of the ledger a movement of the platform's balance at Stripe is. */
const ENTRY_OF: Record<string, LedgerType> = {
  charge: "captured",
  transfer: "transferred",
  transfer_refund: "transfer_reversed",
  application_fee: "fee",
  application_fee_refund: "fee_refunded",
  refund: "refunded",
  refund_failure: "refund_failed",
};

/** These say where a payment stands and move nothing. */
const STANDING: readonly LedgerType[] = ["authorised", "released", "disputed", "dispute_closed"];

/** A movement of Stripe's books as the ledger has it: 'refunded re_1 81000'. */
function lineOf({ id, type, amount, source }: Stripe.BalanceTransaction): string {
  const cents = Math.abs(amount);
  if (type === "adjustment") {
    return `${amount < 0 ? "dispute_withdrawn" : "dispute_reinstated"} ${id} ${cents}`;
  }
  const entry = ENTRY_OF[type];
  if (!entry) throw new Error(`A movement that the ledger does not know: ${type}`);
  return `${entry} ${typeof source === "string" ? source : source?.id} ${cents}`;
}

/**
 * Expects the ledger to hold every movement of the platform's balance at Stripe and no other, each by its
 * id and to the cent: payments, transfers, fees, refunds and those that failed, reversals, disputes.
 *
 * @returns how many movements there are
 */
export async function expectSameBooks(stripe: Stripe): Promise<number> {
  const theirs = await stripe.balanceTransactions
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const entries = await LedgerEntryModel.find().lean();
  const ours = entries.filter(({ type }) => !STANDING.includes(type));
  expect(ours.map(({ type, stripeId, amount }) => `${type} ${stripeId} ${amount}`).sort()).toEqual(
    theirs.map(lineOf).sort(),
  );
  return theirs.length;
}

/** What Stripe says of a payment, and what the ledger says, as the same four figures. */
export async function booksOf({
  _id,
}: Pick<Reservation, "_id">): Promise<{ stripe: Balance; ledger: Balance }> {
  const records = [
    await ReservationModel.findById(_id).lean(),
    ...(await ReservationModel.find({ "supplementTo.reservation": _id }).lean()),
  ];
  const stripe = { paid: 0, refunded: 0, owner: 0, platform: 0 };
  for (const record of records) {
    const one = await stripesBalance({ paymentIntentId: record?.paymentIntentId });
    for (const name of ["paid", "refunded", "owner", "platform"] as const)
      stripe[name] += one[name];
  }
  const entries = await LedgerEntryModel.find({ reservation: _id }).lean();
  return { stripe, ledger: balanceOf(entries) };
}

async function stripesBalance(ref: PaymentRef): Promise<Balance> {
  const { charge, transfer, refunded, ...payment } = await readPayment(ref);
  const fee = (payment.fee?.amount ?? 0) - sumOf(payment.fee?.refunds ?? []);
  const sent = (transfer?.amount ?? 0) - sumOf(transfer?.reversals ?? []);
  const paid = charge?.captured ?? 0;
  return { paid, refunded, owner: sent - fee, platform: paid - refunded - sent + fee };
}

/**
 * Expects each movement of the ledger that takes or gives back money to have its one document, of the same
 * amount, what banks keep to have credit notes, and the numbers of every series to go from one to its last
 * without a gap.
 */
export async function expectPapersOfBooks(): Promise<void> {
  const entries = await LedgerEntryModel.find().lean();
  const papers = await ReceiptModel.find().lean();
  const ofDisputes = papers.filter(({ _id }) => _id.startsWith("dispute_"));
  const known = new Set(ofDisputes.map(({ _id }) => _id));
  expect(papers.map(({ _id, kind, total }) => `${_id} ${kind} ${total}`).sort()).toEqual(
    entries
      .filter((entry) => isDocumented(entry) || known.has(entry._id))
      .map((entry) => `${entry._id} ${kindOf(entry)} ${entry.amount}`)
      .sort(),
  );
  for (const id of new Set(entries.map(({ reservation }) => reservation.toString()))) {
    const own = entries.filter(({ reservation }) => reservation.toString() === id);
    if (isDisputed(own)) continue;
    const kept = ofDisputes
      .filter(({ reservation }) => reservation.toString() === id)
      .reduce((sum, { kind, total }) => sum + (kind === "credit_note" ? total : -total), 0);
    expect(kept, `what banks keep of ${id}, on paper`).toBe(chargedBackIn(own));
  }
  const counters = await ReceiptCounterModel.find().lean();
  const numbers = counters.flatMap(({ _id, last }) =>
    Array.from({ length: last }, (_, place) => receiptNumber(_id as Series, place + 1)),
  );
  expect(papers.map(({ number }) => number).sort()).toEqual(numbers.sort());
}
