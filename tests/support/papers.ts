/** The movements of a payment, and the documents that they get. */
import { Types } from "mongoose";
import { expect } from "vitest";
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Receipt } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import { makeReceipt, undocumented, type ReceiptFacts } from "~/rules/receipt";
import { beyondPrice, leftBy } from "~/rules/receipt-amounts";

export const ISSUED = new Date("2027-05-24T10:00:00Z");
const ids = { _id: new Types.ObjectId(), userId: new Types.ObjectId() };
const owner = { name: "Claire", lastname: "Besson" };
export const facts: ReceiptFacts = {
  reservation: {
    ...{ ...ids, ownerId: new Types.ObjectId(), reference: "PDS-M3HW8K" },
    ...{ venueTitle: "La Verrière", venueCity: "Lyon", period: "Half", units: 1 },
    ...{ startDate: "2027-05-18", endDate: "2027-05-18", startSlot: "PM", endSlot: "PM" },
    ...{ unitPrice: 14_500, subtotal: 14_500, fee: 1_813, total: 16_313 },
  } as unknown as Reservation,
  owner,
  buyer: { name: "Hugo", lastname: "Lambert" },
  venue: undefined,
  platform: { name: "Place des Salles", publisher: "Place des Salles SAS" },
};

export function entry(type: LedgerType, stripeId: string, amount: number, minute = 0): LedgerEntry {
  const { _id: reservation, userId: buyer, ownerId: owner } = facts.reservation;
  const at = new Date(ISSUED.getTime() + minute * 60_000);
  return { _id: `${type}:${stripeId}`, reservation, buyer, owner, type, amount, stripeId, at };
}

/** The documents that a payment gets when these movements are written down, after those that it has. */
export function documents(
  entries: readonly LedgerEntry[],
  known: readonly Receipt[] = [],
  said: ReceiptFacts = facts,
): Receipt[] {
  const made: Receipt[] = [...known];
  for (const one of undocumented(entries, known)) {
    const own = { number: `N${made.length + 1}`, issuedAt: ISSUED, chargeId: "ch_1" };
    made.push(makeReceipt(one, made, { ...own, facts: said }));
  }
  return made;
}

export const taxed = { ...facts, owner: { ...owner, vatRegime: "assujetti" as const } };

/** The documents of movements that are written down one by one, of an owner who is liable to VAT. */
export function inTurn(...entries: readonly LedgerEntry[]): Receipt[] {
  return entries.reduce<Receipt[]>(
    (made, _, place) => documents(entries.slice(0, place + 1), made, taxed),
    [],
  );
}

export const paid = entry("captured", "ch_1", 16_313);
export const taken = (name: string, amount: number, minute: number) => [
  entry("disputed", name, amount, minute),
  entry("dispute_withdrawn", name, amount, minute),
];
export const back = (name: string, amount: number, minute: number) =>
  entry("dispute_reinstated", name, amount, minute);
export const closed = (name: string, minute: number) => entry("dispute_closed", name, 0, minute);
export const lost = (name: string, amount: number, minute: number) => [
  ...taken(name, amount, minute),
  closed(name, minute),
];

/** Expects that no part of a document is below nothing, and that at no time less of one stays charged, nor more than at first. */
export function expectWithinCharged(papers: readonly Receipt[]): void {
  for (const [place, one] of papers.entries()) {
    const left = leftBy(papers.slice(0, place + 1));
    for (const part of ["rent", "fee", "rentVat", "feeVat"] as const) {
      expect(Math.min(one[part], left[part]), `${part} of ${one._id}`).toBeGreaterThanOrEqual(0);
      expect(left[part], `${part} after ${one._id}`).toBeLessThanOrEqual(papers[0]![part]);
    }
    expect(beyondPrice(one)).toBeGreaterThanOrEqual(0);
  }
}
