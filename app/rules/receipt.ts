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
import { proportion, type Cents } from "~/platform/money";
import { isPersons } from "./declared-owner";
import { isDisputed } from "./disputes";
import { registrationText } from "./registry-number";
import { FEE_VAT_PERCENT, rentTax, vatIn, vatPercentsOf, type KeptVat } from "./vat";

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
  | "siret"
  | "INSEE"
  | "RNA"
  | "vatRegime"
  | "vatNumber"
>;

/** What is known when a document is made. Somebody who is gone is absent. */
export interface ReceiptFacts {
  reservation: Reservation;
  owner: ReceiptPerson | undefined;
  buyer: ReceiptPerson | undefined;
  venue: Pick<Venue, "street" | "postalCode" | "city"> | undefined;
  platform: Receipt["platform"];
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
 */
function lostInDisputes(
  entries: readonly LedgerEntry[],
  documented: ReadonlySet<string>,
): LedgerEntry[] {
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

const centsOf = (entries: readonly LedgerEntry[]): Cents =>
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
  const corrected = takenBack ?? first;
  const terms = first ?? wholeTerms(facts);
  const givenBack = before(entry, known);
  const amounts = takenBack ? {} : amountsOf(terms, entry.amount, givenBack);
  const kind = kindOf(entry);
  const { corrected: _, ...base } = corrected ?? { ...terms, corrected: undefined };
  return {
    ...base,
    ...amounts,
    ...own,
    _id: entry._id,
    kind,
    movedAt: entry.at,
    ...(corrected && { corrects: corrected.number }),
    ...(first && kind === "credit_note" && { corrected: correctedBy(entry, first, givenBack) }),
  };
}

/** What a credit note says of the receipt that it takes back a part of. */
function correctedBy({ amount }: LedgerEntry, first: Receipt, givenBack: Cents) {
  const { issuedAt, total } = first;
  return { issuedAt, total, left: total - givenBack - amount };
}

/**
 * The credit note that a movement makes void: of the refund that failed, of what the bank gives back. It may
 * give back more than it took, which nobody owes: the receipt is of the credit note's amounts then.
 */
function takenBackBy(
  { type, stripeId, amount }: LedgerEntry,
  known: readonly Receipt[],
): Receipt | undefined {
  if (type === "refund_failed") return known.find(({ _id }) => _id === `refunded:${stripeId}`);
  if (type !== "dispute_reinstated") return undefined;
  const voided = new Set(known.map(({ corrects }) => corrects));
  const lost = known.filter(
    ({ _id, number }) => _id.startsWith("dispute_withdrawn:") && !voided.has(number),
  );
  const [only, ...others] = lost;
  const isAllOfIt = only !== undefined && others.length === 0 && only.total < amount;
  return lost.find(({ total }) => total === amount) ?? (isAllOfIt ? only : undefined);
}

/** Cents that were with the payer where the share of a movement begins. */
function before({ type, amount }: LedgerEntry, known: readonly Receipt[]): Cents {
  const isBack = type === "dispute_reinstated";
  const givenBack = known
    .filter(({ _id }) => !_id.startsWith("captured:"))
    .reduce((sum, { kind, total }) => sum + (kind === "credit_note" ? total : -total), 0);
  return isBack ? givenBack - amount : givenBack;
}

/**
 * How an amount is made of rent and fee, and of the tax in each. Shares are told of all that was given back so far, so
 * that several parts add up to the whole to the cent.
 */
function amountsOf(
  terms: Pick<Receipt, "rent" | "fee"> & KeptVat,
  total: Cents,
  before: Cents,
): Pick<Receipt, "rent" | "fee" | "total" | "rentVat" | "feeVat"> {
  const { rent, fee } = terms;
  const whole = rent + fee;
  const percents = vatPercentsOf(terms);
  // Less than nothing may be with the payer, when a bank gave back more than it took.
  const feeUpTo = (amount: Cents) => Math.sign(amount) * proportion(Math.abs(amount), fee, whole);
  const rentUpTo = (amount: Cents) => amount - feeUpTo(amount);
  const vatUpTo = (amount: Cents, percent: number) =>
    Math.sign(amount) * vatIn(Math.abs(amount), percent);
  const part = (upTo: (amount: Cents) => Cents) => upTo(before + total) - upTo(before);
  return {
    rent: part(rentUpTo),
    fee: part(feeUpTo),
    total,
    rentVat: part((amount) => vatUpTo(rentUpTo(amount), percents.rent)),
    feeVat: part((amount) => vatUpTo(feeUpTo(amount), percents.fee)),
  };
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

function partyOf(person: ReceiptPerson | undefined): ReceiptParty {
  if (!person) return { name: GONE };
  const { name, lastname, entityName, street, postalCode, city, siret, vatNumber } = person;
  const isPerson = isPersons(person);
  const registration = isPerson || siret ? undefined : registrationText(person);
  return {
    name: `${name} ${lastname}`.trim(),
    ...(entityName && { organisation: entityName }),
    ...(street && { street }),
    ...(city && { town: [postalCode, city].filter(Boolean).join(" ") }),
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
