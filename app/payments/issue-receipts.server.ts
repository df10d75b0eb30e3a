import { trusted, type ClientSession } from "mongoose";
import { fieldsOf, projectionOf } from "@models/define";
import type { LedgerEntry } from "@models/ledger-entry";
import { ReceiptCounterModel } from "@models/receipt-counter";
import { ReceiptModel, type Receipt } from "@models/receipt";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import {
  kindOf,
  makeReceipt,
  receiptNumber,
  RECEIPT_PERSON_FIELDS,
  seriesOf,
  undocumented,
  type ReceiptFacts,
} from "~/rules/receipt";
import { leftBy } from "~/rules/receipt-amounts";
import { withMutex } from "~/platform/concurrency/keyed-mutex";
import { env } from "~/platform/env.server";
import type { PaymentSnapshot } from "./snapshot";

/** Who issues receipts, as they are called on them now. */
export const receiptPlatform = (): Receipt["platform"] => ({
  name: env.BRAND_NAME,
  publisher: env.LEGAL_PUBLISHER,
});

/** What is known of a document here: those that correct it are made of this. */
const RECEIPT_FIELDS = projectionOf(fieldsOf(ReceiptModel.schema));

/** What a payment is for, and with which card it was made. */
interface Paid {
  record: Reservation["_id"];
  cardLast4: PaymentSnapshot["cardLast4"];
}

/**
 * Makes the documents that a payment still lacks, in the transaction that writes its movements: a receipt
 * of what was taken, a credit note of each refund. Numbers are counted up in the same transaction, so that
 * one that comes to nothing gives none away (decisions/022).
 *
 * @param entries every movement of the payment
 * @param paid.record the reservation that it pays, or the supplement's record
 * @param paid.cardLast4 of the payment's own card: one of an attempt that was given up is another than the record's
 */
export async function issueReceipts(
  entries: readonly LedgerEntry[],
  paid: Paid,
  session: ClientSession,
  now: Date,
): Promise<void> {
  const captured = entries.find(({ type }) => type === "captured");
  if (!captured) return;
  const { reservation, stripeId: chargeId } = captured;
  const documents = await ReceiptModel.find({ reservation }, RECEIPT_FIELDS, {
    session,
  }).lean<Receipt[]>();
  const known = documents.filter((document) => document.chargeId === chargeId);
  const others = documents.filter((document) => document.chargeId !== chargeId);
  const missing = undocumented(entries, known);
  if (missing.length === 0) return;
  const facts = await factsOf(captured, { ...paid, others }, session);
  if (!facts) return;
  const fresh: Receipt[] = [];
  for (const entry of missing) {
    const series = seriesOf({ kind: kindOf(entry), issuedAt: now });
    const number = receiptNumber(series, await nextOf(series, session));
    const own = { facts, number, issuedAt: now, chargeId };
    fresh.push(makeReceipt(entry, [...known, ...fresh], own));
  }
  await ReceiptModel.insertMany(fresh, { session });
}

/**
 * Runs a transaction that may give numbers after those of this process that are under way: all of them
 * write to the same counter, and would conflict and start again. Between processes the database decides.
 */
export async function inNumbersTurn<T>(work: () => Promise<T>): Promise<T> {
  return await withMutex(["receipt-numbers"], work);
}

/** Counts a series up. A first number of two at once is a duplicate key for one of them. */
async function nextOf(series: string, session: ClientSession): Promise<number> {
  const counted = await ReceiptCounterModel.findOneAndUpdate(
    { _id: series },
    { $inc: { last: 1 } },
    { session, returnDocument: "after" },
  ).lean();
  if (counted) return counted.last;
  await ReceiptCounterModel.create([{ _id: series, last: 1 }], { session });
  return 1;
}

async function factsOf(
  { reservation: id, owner, buyer }: LedgerEntry,
  { record, cardLast4, others }: Paid & { others: readonly Receipt[] },
  session: ClientSession,
): Promise<ReceiptFacts | null> {
  const paid = await ReservationModel.findById(record, null, { session }).lean();
  if (!paid) return null;
  // What people quote and the price in all are the reservation's, of a supplement too.
  const named = record.equals(id)
    ? paid
    : await ReservationModel.findById(id, "reference fee total", { session }).lean();
  const reservation = {
    ...{ ...paid, _id: id, reference: named?.reference ?? paid.reference },
    ...(cardLast4 !== null && { cardLast4 }),
  };
  const people = await UserModel.find(
    { _id: trusted({ $in: [owner, buyer] }) },
    `${RECEIPT_PERSON_FIELDS} deletedAt`,
    { session },
  ).lean();
  const venue = await VenueModel.findById(reservation.venueId, "street postalCode city", {
    session,
  }).lean();
  const byOthers = leftBy(others);
  const present = (who: User["_id"]) =>
    people.find(({ _id, deletedAt }) => _id.equals(who) && !deletedAt);
  return {
    reservation,
    owner: present(owner),
    buyer: present(buyer),
    venue: venue ?? undefined,
    platform: receiptPlatform(),
    ...(named && { kept: { fee: named.fee - byOthers.fee, total: named.total - byOthers.total } }),
  };
}
