/**
 * What a document's total is made of: rent, fee and the VAT in each. All amounts are cents. Pure; why it is so:
 * docs/decisions/022-receipts.md.
 */
import type { Receipt } from "@models/receipt";
import { proportion, type Cents } from "~/platform/money";
import { vatIn, vatPercentsOf, type KeptVat } from "./vat";

/** What money on documents is made of. */
export type Amounts = Pick<Receipt, "rent" | "fee" | "total" | "rentVat" | "feeVat">;

const NOTHING: Amounts = { rent: 0, fee: 0, total: 0, rentVat: 0, feeVat: 0 };
const PARTS = Object.keys(NOTHING) as (keyof Amounts)[];

/** What of a total is of no price: a bank took more than was paid, or gave back more than it took. No VAT is in it. */
export function beyondPrice({ rent, fee, total }: Pick<Amounts, "rent" | "fee" | "total">): Cents {
  return total - rent - fee;
}

/** What is paid by these documents, less what is given back by them. */
export function leftBy(documents: readonly (Amounts & Pick<Receipt, "kind">)[]): Amounts {
  return documents.reduce(
    (sum, one) => (one.kind === "receipt" ? added(sum, one) : less(sum, one)),
    NOTHING,
  );
}

/** One sum less another, part by part. */
export function less(one: Amounts, other: Amounts): Amounts {
  return combined((part) => one[part] - other[part]);
}

const added = (one: Amounts, other: Amounts) => combined((part) => one[part] + other[part]);

const combined = (of: (part: keyof Amounts) => Cents) =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Amounts;

type Terms = Pick<Receipt, "rent" | "fee"> & KeptVat;

/** The parts of what was paid, in the proportion of its price. */
export function amountsPaid(terms: Terms, total: Cents): Amounts {
  const fee = feeUpTo(terms, total);
  const rent = total - fee;
  const percents = vatPercentsOf(terms);
  return {
    ...{ rent, fee, total },
    ...{ rentVat: vatIn(rent, percents.rent), feeVat: vatIn(fee, percents.fee) },
  };
}

/**
 * The parts of what goes back of a receipt, or comes back of that. Each is what the payment's documents lack of what all that
 * is with the payer then is made of, so that several add up to the receipt to the cent, whichever of them are taken back. None
 * takes back more of a part than was charged, nor charges it twice: the rest is beyond the price.
 *
 * @param paid the receipt
 * @param given what the documents of before say is with the payer
 * @param kept.total what is to stay paid of it, and of which rent and fee: a price that a change of dates has lowered to
 */
export function amountsOfCorrection(
  paid: Amounts & KeptVat,
  { kind, total }: Pick<Receipt, "kind" | "total">,
  given: Amounts,
  kept?: Pick<Amounts, "fee" | "total">,
): Amounts {
  const isNote = kind === "credit_note";
  const sign = isNote ? 1 : -1;
  const room = (part: keyof Amounts) =>
    Math.max(0, isNote ? paid[part] - given[part] : given[part]);
  const ofPrice = Math.min(
    total - surplusFirst(given, { kind, total }),
    room("rent") + room("fee"),
  );
  const now = given.rent + given.fee + sign * ofPrice;
  const isKept = kept !== undefined && isNote && paid.total - now === kept.total;
  const feeThen = isKept ? paid.fee - kept.fee : feeUpTo(paid, now);
  const fee = within(
    sign * (feeThen - given.fee),
    Math.max(0, ofPrice - room("rent")),
    Math.min(ofPrice, room("fee")),
  );
  const rent = ofPrice - fee;
  const percents = vatPercentsOf(paid);
  const vat = (part: "rentVat" | "feeVat", then: Cents, percent: number) =>
    within(sign * (vatIn(Math.max(0, then), percent) - given[part]), 0, room(part));
  return {
    ...{ rent, fee, total },
    rentVat: vat("rentVat", given.rent + sign * rent, percents.rent),
    feeVat: vat("feeVat", given.fee + sign * fee, percents.fee),
  };
}

/** What went back beyond the price comes back first. */
function surplusFirst(given: Amounts, { kind, total }: Pick<Receipt, "kind" | "total">): Cents {
  return kind === "credit_note" ? 0 : within(beyondPrice(given), 0, total);
}

/** The fee in what is with the payer. */
const feeUpTo = ({ rent, fee }: Pick<Terms, "rent" | "fee">, amount: Cents): Cents =>
  proportion(Math.max(0, amount), fee, rent + fee);

const within = (amount: Cents, least: Cents, most: Cents): Cents =>
  Math.max(least, Math.min(amount, most));
