import type { LedgerEntry } from "@models/ledger-entry";
import type { ReceiptCounter } from "@models/receipt-counter";
import type { Receipt } from "@models/receipt";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import {
  kindOf,
  makeReceipt,
  receiptNumber,
  seriesOf,
  undocumented,
  type Series,
} from "~/rules/receipt";
import { receiptPlatform } from "~/payments/issue-receipts.server";
import type { BookedPayment } from "./payments";

/** One document to make: what moved, and of whose payment. */
interface Due {
  entry: LedgerEntry;
  payment: BookedPayment;
  chargeId: string;
}

/**
 * The receipts and credit notes of the demo's payments, as the product itself would have made them on the
 * days on which the money moved, and how far their numbers have come.
 */
export function makeReceipts(
  payments: readonly BookedPayment[],
  users: readonly User[],
  venues: readonly Venue[],
): { receipts: Receipt[]; counters: ReceiptCounter[] } {
  const people = new Map(users.map((user) => [user._id.toHexString(), user]));
  const places = new Map(venues.map((venue) => [venue._id.toHexString(), venue]));
  const last = new Map<Series, number>();
  const receipts: Receipt[] = [];
  for (const { entry, payment, chargeId } of payments.flatMap(dueOf).sort(byMoment)) {
    const { reservation } = payment;
    const series = seriesOf({ kind: kindOf(entry), issuedAt: entry.at });
    const count = (last.get(series) ?? 0) + 1;
    last.set(series, count);
    const known = receipts.filter((one) => one.chargeId === chargeId);
    const facts = {
      reservation: { ...reservation, ...payment.former },
      owner: people.get(reservation.ownerId.toHexString()),
      buyer: people.get(reservation.userId.toHexString()),
      venue: places.get(reservation.venueId.toHexString()),
      platform: receiptPlatform(),
    };
    const own = { facts, chargeId, number: receiptNumber(series, count), issuedAt: entry.at };
    receipts.push(makeReceipt(entry, known, own));
  }
  return { receipts, counters: [...last].map(([_id, count]) => ({ _id, last: count })) };
}

function dueOf(payment: BookedPayment): Due[] {
  const captured = payment.ledger.find(({ type }) => type === "captured");
  if (!captured) return [];
  return undocumented(payment.ledger, []).map((entry) => ({
    entry,
    payment,
    chargeId: captured.stripeId,
  }));
}

/** What moved at one moment stays in the order of the books: a refund comes before its return. */
function byMoment(a: Due, b: Due): number {
  return a.entry.at.getTime() - b.entry.at.getTime();
}
