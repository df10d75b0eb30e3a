import { trusted, type ClientSession } from "mongoose";
import { LedgerEntryModel, type LedgerEntry, type LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { isDisputed } from "~/rules/disputes";
import { mayBringDocument } from "~/rules/receipt";
import { inNumbersTurn, issueReceipts } from "./issue-receipts.server";
import type { Movement, PaymentSnapshot } from "./snapshot";

/** Between whom the money moves, and for which reservation. */
export type Parties = Pick<Reservation, "_id" | "userId" | "ownerId"> & {
  /** The record of the payment, where it is a supplement's: what its receipt is made of. */
  supplement?: Reservation["_id"];
};

/** Whose books a record's payment stands in: a supplement's in those of its reservation. */
export function partiesOf({ _id, userId, ownerId, supplementTo }: Reservation): Parties {
  return supplementTo
    ? { _id: supplementTo.reservation, userId, ownerId, supplement: _id }
    : { _id, userId, ownerId };
}

/** Every movement of a payment so far, as ledger entries. The same snapshot gives the same entries. */
export function entriesOf(payment: PaymentSnapshot, parties: Parties): LedgerEntry[] {
  const entries: LedgerEntry[] = [];
  const add = (type: LedgerType, { id, amount, at }: Movement, of?: string) =>
    entries.push({
      _id: `${type}:${id}`,
      reservation: parties._id,
      buyer: parties.userId,
      owner: parties.ownerId,
      type,
      amount,
      stripeId: id,
      ...(of !== undefined && { of }),
      at,
    });
  const { charge, cancelledAt, transfer, fee, state } = payment;
  if (charge?.manual) add("authorised", charge);
  if (charge?.captured === 0 && state === "cancelled") {
    add("released", { ...charge, at: cancelledAt ?? charge.at });
  }
  if (charge && charge.captured > 0) {
    // Of a capture that came after the authorisation Stripe dates only what followed from it.
    const at = charge.manual && transfer ? transfer.at : charge.at;
    add("captured", { id: charge.id, amount: charge.captured, at });
  }
  if (transfer) add("transferred", transfer);
  if (fee) add("fee", fee);
  for (const refund of payment.refunds) {
    if (refund.isUnfunded) continue;
    add("refunded", refund);
    if (refund.state === "failed")
      add("refund_failed", { ...refund, at: refund.failedAt ?? refund.at });
  }
  for (const reversal of transfer?.reversals ?? [])
    add("transfer_reversed", reversal, transfer?.id);
  for (const refund of fee?.refunds ?? []) add("fee_refunded", refund, fee?.id);
  for (const dispute of payment.disputes) {
    add("disputed", dispute);
    for (const withdrawal of dispute.withdrawals) add("dispute_withdrawn", withdrawal);
    for (const reinstated of dispute.reinstatements) add("dispute_reinstated", reinstated);
    if (dispute.closed) add("dispute_closed", dispute);
  }
  return entries;
}

interface Written {
  payment: PaymentSnapshot;
  parties: Parties;
}

/** What the ledger does not have yet of some payments, each movement being known by its id, and all movements of each. */
async function missingEntries(
  payments: readonly Written[],
  session: ClientSession | null,
  now: Date,
): Promise<{ fresh: LedgerEntry[]; all: LedgerEntry[][] }> {
  const told = payments.map(({ payment, parties }) => entriesOf(payment, parties));
  if (told.flat().length === 0) return { fresh: [], all: told };
  const reservation = trusted({ $in: payments.map(({ parties }) => parties._id) });
  const known = await LedgerEntryModel.find({ reservation }, { _id: 1 }, { session }).lean();
  const ids = new Set(known.map(({ _id }) => _id));
  const all = payments.map(({ payment, parties }) =>
    entriesOf(withTakenForMade(payment, ids, now), parties),
  );
  return { fresh: all.flat().filter(({ _id }) => !ids.has(_id)), all };
}

/**
 * Has those refunds come back that stand in the ledger as made and were given up before any money moved: one that waits is
 * taken for made unless it is known to wait for funds, which former releases did not. They come back on the day on which that is heard,
 * for Stripe dates nothing that it did not book.
 */
function withTakenForMade(
  payment: PaymentSnapshot,
  known: ReadonlySet<string>,
  now: Date,
): PaymentSnapshot {
  const refunds = payment.refunds.map((refund) => {
    const { isUnfunded, ...made } = refund;
    const isTakenForMade =
      isUnfunded && refund.state === "failed" && known.has(`refunded:${refund.id}`);
    return isTakenForMade ? { ...made, failedAt: now } : refund;
  });
  return { ...payment, refunds };
}

/** Whether the ledger has every movement of a payment. */
export async function isInLedger(payment: PaymentSnapshot, parties: Parties): Promise<boolean> {
  const { fresh } = await missingEntries([{ payment, parties }], null, new Date());
  return fresh.length === 0;
}

/**
 * Writes what the ledger does not have yet of some payments, with the receipts and credit notes of it, in
 * the caller's transaction; one that may take or give back money waits `inNumbersTurn`.
 */
export async function appendToLedger(
  payments: readonly Written[],
  session: ClientSession,
): Promise<void> {
  const now = new Date();
  const { fresh, all } = await missingEntries(payments, session, now);
  const isFresh = ({ _id }: LedgerEntry) => fresh.some((entry) => entry._id === _id);
  for (const [index, { payment, parties }] of payments.entries()) {
    const entries = all[index]!;
    if (entries.some((entry) => mayBringDocument(entry) && isFresh(entry))) {
      const record = parties.supplement ?? parties._id;
      await issueReceipts(entries, { record, cardLast4: payment.cardLast4 }, session, now);
    }
  }
  // A duplicate key here means that the same was written at this moment elsewhere: the transaction
  // aborts, and whoever runs it again finds everything written.
  const dated = fresh.map((entry) => ({ ...entry, at: whenHeard(entry, now) }));
  if (dated.length > 0) await LedgerEntryModel.insertMany(dated, { session });
}

/**
 * Of a decision Stripe says no date, and it has come by the time it is heard of. The bank's own movements
 * are none later.
 */
function whenHeard({ type, at }: LedgerEntry, now: Date): Date {
  return type === "dispute_closed" && at < now ? now : at;
}

/** Writes down what became of a payment before anything more is done about it. */
export async function writeDown(payment: PaymentSnapshot, parties: Parties): Promise<void> {
  if (await isInLedger(payment, parties)) return;
  const write = () =>
    inNumbersTurn(() =>
      inTransaction((session) => appendToLedger([{ payment, parties }], session)),
    );
  await write().catch(async (error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    await write();
  });
}

/**
 * Where the money of a payment is, in cents: `paid = owner + platform + refunded`. `refunded` is with the
 * payer, whether it was given back or their bank took it back.
 */
export interface Balance {
  paid: number;
  owner: number;
  platform: number;
  refunded: number;
}

/** What sums are made of. */
export type Summed = Pick<LedgerEntry, "type" | "amount">;

/** Cents that the entries of one type come to. */
export function totalOf(entries: readonly Summed[], type: LedgerType): number {
  return entries.reduce((total, entry) => total + (entry.type === type ? entry.amount : 0), 0);
}

/** Adds ledger entries up. */
export function balanceOf(entries: readonly Summed[]): Balance {
  const sum = (type: LedgerType) => totalOf(entries, type);
  const paid = sum("captured");
  const refunded = sum("refunded") - sum("refund_failed") + chargedBackIn(entries);
  const platformFee = sum("fee") - sum("fee_refunded");
  const owner = sum("transferred") - sum("transfer_reversed") - platformFee;
  // What was not sent on to the owner, or came back from them without having reached the buyer yet,
  // is with the platform.
  const held = paid - sum("transferred") + sum("transfer_reversed") - refunded;
  return { paid, owner, platform: platformFee + held, refunded };
}

/** Cents that the payer's bank holds while it decides on a dispute; an inquiry holds none. */
export function contestedIn(entries: readonly Summed[]): number {
  return isDisputed(entries) ? takenByBanks(entries) : 0;
}

/** Cents that payers' banks took and did not give back: for good, or while they decide. */
function takenByBanks(entries: readonly Summed[]): number {
  return totalOf(entries, "dispute_withdrawn") - totalOf(entries, "dispute_reinstated");
}

/**
 * Cents that the payer's bank has taken back for good: while a dispute is open, nothing is. What it gave back beyond
 * what it took, at another rate, is the platform's.
 */
export function chargedBackIn(entries: readonly Summed[]): number {
  return isDisputed(entries) ? 0 : Math.max(0, takenByBanks(entries));
}
