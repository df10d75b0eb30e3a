/**
 * What a receipt or a credit note has on it: made once, of what is known when the money moves. Pure; the
 * number comes with the transaction that writes it (payments/issue-receipts.server.ts).
 */
import type { ReceiptKind } from "@models/enumerations";
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Receipt, ReceiptParty } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { parisDayOf } from "~/platform/days";
import type { Cents } from "~/platform/money";
import { isPersons } from "./declared-owner";
import { isDisputed } from "./disputes";
import {
  amountsOfCorrection,
  amountsPaid,
  beyondPrice,
  leftBy,
  less,
  type Amounts,
} from "./receipt-amounts";
import { takenBackBy, type TakenBack } from "./receipt-taken-back";
import { registrationText } from "./registry-number";
import { townText } from "./town";
import { FEE_VAT_PERCENT, rentTax } from "./vat";

/** The account's fields that stand on a receipt. */
export type ReceiptPerson = Pick<
  User,
  | "type"
  | "role"
  | "name"
  | "lastname"
  | "entityName"
  | "street"
  | "postalCode"
  | "city"
  | "country"
  | "siret"
  | "INSEE"
  | "RNA"
  | "vatRegime"
  | "vatNumber"
>;

/** The fields of an account that a receipt is made of. */
export const RECEIPT_PERSON_FIELDS =
  "type role name lastname entityName street postalCode city country siret INSEE RNA vatRegime vatNumber";

/** What is known when a document is made. Somebody who is gone is absent. */
export interface ReceiptFacts {
  reservation: Reservation;
  owner: ReceiptPerson | undefined;
  buyer: ReceiptPerson | undefined;
  venue: Pick<Venue, "street" | "postalCode" | "city"> | undefined;
  platform: Receipt["platform"];
  /** What the reservation's price leaves to this payment, beside what the documents of its others leave; absent: not known. */
  kept?: Pick<Amounts, "fee" | "total">;
}

/** The movements that a document stands for. */
const DOCUMENTED: readonly LedgerType[] = ["captured", "refunded", "refund_failed"];

/** The steps of a dispute, of which the last one decides what has a document. */
const OF_DISPUTES: readonly LedgerType[] = [
  ...(["dispute_withdrawn", "dispute_reinstated", "dispute_closed"] as const),
];

/** Whether a movement of the ledger has a document, whatever else is known of its payment. */
export function isDocumented({ type }: Pick<LedgerEntry, "type">): boolean {
  return DOCUMENTED.includes(type);
}

/** Whether a document may be due once a movement is written down: its own, or another's of its payment. */
export function mayBringDocument({ type }: Pick<LedgerEntry, "type">): boolean {
  return DOCUMENTED.includes(type) || OF_DISPUTES.includes(type);
}

/**
 * The movements of one payment that have no document yet, in the order in which theirs are numbered: what
 * was taken, then what went back as it happened, refunds each before its failure.
 *
 * @param entries every movement of the payment
 */
export function undocumented(
  entries: readonly LedgerEntry[],
  known: readonly Pick<Receipt, "_id">[],
): LedgerEntry[] {
  const ids = new Set(known.map(({ _id }) => _id));
  const rank = ({ type, at }: LedgerEntry) => (type === "captured" ? 0 : at.getTime());
  return [...entries.filter(isDocumented), ...lostInDisputes(entries, ids)]
    .filter(({ _id }) => !ids.has(_id))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * What a bank took back for good, and what it gave back of that when a lost dispute was won after all.
 * Nothing is for good while a dispute is open; what a dispute took and gave back before it was lost never
 * was, be it that more came back than was taken: the rates of currencies change between the two.
 *
 * @param documented the ids of movements that have a document already
 */
export function lostInDisputes<Entry extends Pick<LedgerEntry, "_id" | "type" | "amount">>(
  entries: readonly Entry[],
  documented: ReadonlySet<string> = new Set(),
): Entry[] {
  if (isDisputed(entries)) return [];
  const lost = entries.filter(({ type }) => type === "dispute_withdrawn");
  const returned = entries.filter(({ type }) => type === "dispute_reinstated");
  const isKnown = [...lost, ...returned].some(({ _id }) => documented.has(_id));
  if (!isKnown && centsOf(returned) >= centsOf(lost)) return [];
  for (const back of returned) {
    const place = documented.has(back._id)
      ? -1
      : lost.findIndex(({ _id, amount }) => amount === back.amount && !documented.has(_id));
    if (place < 0) lost.push(back);
    else lost.splice(place, 1);
  }
  return lost;
}

const centsOf = (entries: readonly Pick<LedgerEntry, "amount">[]): Cents =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

/** What a movement's document is: one of money that came back to the platform takes a credit note back. */
export function kindOf({ type }: Pick<LedgerEntry, "type">): ReceiptKind {
  return type === "refunded" || type === "dispute_withdrawn" ? "credit_note" : "receipt";
}

/** What a document has that no other document of its payment has. */
type Own = "_id" | "kind" | "number" | "issuedAt" | "movedAt" | "corrects" | "corrected";

/**
 * The document of one movement. The first one of a payment is made of what is known now, all others of the
 * first.
 *
 * @param known the payment's documents so far
 */
export function makeReceipt(
  entry: LedgerEntry,
  known: readonly Receipt[],
  { facts, ...own }: Pick<Receipt, "number" | "issuedAt" | "chargeId"> & { facts: ReceiptFacts },
): Receipt {
  const first = known.find(({ _id }) => _id.startsWith("captured:"));
  const takenBack = takenBackBy(entry, known);
  const document = takenBack?.note ?? first;
  const { corrected: _, ...base } = document ?? { ...wholeTerms(facts), corrected: undefined };
  const kind = kindOf(entry);
  const amounts = first
    ? amountsOf({ kind, total: entry.amount }, first, known, { takenBack, kept: facts.kept })
    : amountsPaid(base, entry.amount);
  const corrected = correctedBy(entry, known, { first, takenBack });
  return {
    ...base,
    ...amounts,
    ...own,
    _id: entry._id,
    kind,
    movedAt: entry.at,
    ...(document && { corrects: document.number }),
    ...(corrected && { corrected }),
  };
}

/** What a document says of the one that it takes back a part of; one that takes a credit note back as a whole says nothing. */
function correctedBy(
  entry: LedgerEntry,
  known: readonly Receipt[],
  { first, takenBack }: { first: Receipt | undefined; takenBack: TakenBack | undefined },
): Receipt["corrected"] {
  const of = ({ issuedAt, total }: Receipt, left: Cents) => ({ issuedAt, total, left });
  if (takenBack) {
    const { note, left, isWhole } = takenBack;
    return isWhole ? undefined : of(note, Math.max(0, left - entry.amount));
  }
  if (!first || kindOf(entry) !== "credit_note") return undefined;
  return of(first, leftBy(known).total - entry.amount);
}

/**
 * What a document that corrects another is of. One that takes a credit note back is of that one's amounts, though the bank
 * gave back more than it took, which nobody owes; unless other documents took more than the price: that comes back first.
 */
function amountsOf(
  moved: Pick<Receipt, "kind" | "total">,
  first: Receipt,
  known: readonly Receipt[],
  { takenBack, kept }: { takenBack: TakenBack | undefined; kept: ReceiptFacts["kept"] },
): Amounts {
  const given = less(first, leftBy(known));
  if (!takenBack?.isWhole) return amountsOfCorrection(first, moved, given, kept);
  const { rent, fee, total, rentVat, feeVat } = takenBack.note;
  const note = { rent, fee, total, rentVat, feeVat };
  const rest = less(given, note);
  const parts = [rest.rent, rest.fee, rest.rentVat, rest.feeVat, -beyondPrice(rest)];
  return parts.every((cents) => cents >= 0)
    ? note
    : amountsOfCorrection(first, { ...moved, total }, given);
}

function wholeTerms({
  reservation,
  owner,
  buyer,
  venue,
  platform,
}: ReceiptFacts): Omit<Receipt, Own | "chargeId"> {
  const { _id, userId, ownerId, reference, venueTitle, venueCity } = reservation;
  const { startDate, endDate, startSlot, endSlot, period, units, unitPrice } = reservation;
  return {
    reservation: _id,
    buyer: userId,
    owner: ownerId,
    reference,
    ...(reservation.cardLast4 && { cardLast4: reservation.cardLast4 }),
    ...(reservation.supplementTo && { isSupplement: true as const }),
    landlord: partyOf(owner),
    tenant: partyOf(buyer),
    platform,
    venueTitle,
    venueAddress: venue ? `${venue.street}, ${venue.postalCode} ${venue.city}` : venueCity,
    ...{ startDate, endDate, startSlot, endSlot, period, units, unitPrice },
    rent: reservation.subtotal,
    fee: reservation.fee,
    total: reservation.total,
    ...rentTax(owner, venue?.postalCode),
    feeVatPercent: FEE_VAT_PERCENT,
    ...{ rentVat: 0, feeVat: 0 },
  };
}

/** What somebody is called who is gone, in documents and labels. */
export const GONE = "Compte supprimé";

/** Somebody as a document that is made now has them; undefined: they are gone. */
export function partyOf(person: ReceiptPerson | undefined): ReceiptParty {
  if (!person) return { name: GONE };
  const { name, lastname, entityName, street, city, siret, vatNumber } = person;
  const isPerson = isPersons(person);
  const registration = isPerson || siret ? undefined : registrationText(person);
  return {
    name: `${name} ${lastname}`.trim(),
    ...(entityName && { organisation: entityName }),
    ...(street && { street }),
    ...(city && { town: townText(person) }),
    ...(siret && { siret }),
    ...(registration && { registration }),
    ...(vatNumber && { vatNumber }),
    isPerson,
  };
}

/** The series and year within which numbers have no gaps: 'credit_note:2027'. */
export type Series = `${ReceiptKind}:${string}`;

/**
 * The series that a document of a kind is numbered in. The year is Paris's when it is issued: a payment of
 * New Year's Eve that is written down after midnight is of the new one.
 */
export function seriesOf({ kind, issuedAt }: Pick<Receipt, "kind" | "issuedAt">): Series {
  return `${kind}:${parisDayOf(issuedAt).slice(0, 4)}`;
}

/** A number as it is printed: '2027-000412', of a credit note '2027-A00037'. */
export function receiptNumber(series: Series, count: number): string {
  const [kind, year] = series.split(":");
  const digits = String(count);
  return `${year}-${kind === "receipt" ? digits.padStart(6, "0") : `A${digits.padStart(5, "0")}`}`;
}

/** Whether a printed number is a credit note's. */
export const isNoteNumber = (number: string) => number.includes("-A");

/** What a printed number looks like. */
export const RECEIPT_NUMBER = /^\d{4}-(?:\d{6,}|A\d{5,})$/;
