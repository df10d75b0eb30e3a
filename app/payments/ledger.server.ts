import { trusted, type ClientSession } from "mongoose";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { mayBringDocument } from "~/rules/receipt";
import { inNumbersTurn, issueReceipts } from "./issue-receipts.server";
import { entriesOf, type Parties } from "./movements";
import type { PaymentSnapshot } from "./snapshot";

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
 * taken for made unless it is known to wait for funds. They come back on the day on which that is heard, for Stripe dates nothing
 * that it did not book.
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
