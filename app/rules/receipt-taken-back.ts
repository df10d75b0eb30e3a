/** Which credit note a movement makes void. Pure; why it is so: docs/decisions/022-receipts.md. */
import type { LedgerEntry } from "@models/ledger-entry";
import type { Receipt } from "@models/receipt";
import type { Cents } from "~/platform/money";

/** A credit note that a movement makes void, wholly or in part, and what was left of it before. */
export interface TakenBack {
  note: Receipt;
  left: Cents;
  isWhole: boolean;
}

/**
 * The credit note that a movement makes void: of the refund that failed, of what the bank gives back. Of several that it may be
 * of, none: the document is about the receipt then.
 *
 * @param known the payment's documents so far
 */
export function takenBackBy(
  { type, stripeId, amount }: LedgerEntry,
  known: readonly Receipt[],
): TakenBack | undefined {
  if (type === "refund_failed") {
    const note = known.find(({ _id }) => _id === `refunded:${stripeId}`);
    return note && { note, left: note.total, isWhole: true };
  }
  if (type !== "dispute_reinstated") return undefined;
  const notes = known.filter(({ _id }) => _id.startsWith("dispute_withdrawn:"));
  const others = totalOf(known.filter((one) => isOfNone(one, notes)));
  const isSingle = notes.length === 1;
  const open = notes
    .map((note) => ({ note, left: leftOf(note, known) - (isSingle ? others : 0) }))
    .filter(({ left }) => left > 0);
  const only = open.length === 1 && (isSingle || others === 0) ? open[0] : undefined;
  const back = open.find(({ left }) => left === amount) ?? only;
  return back && { ...back, isWhole: back.left === back.note.total && back.left <= amount };
}

/** Whether a bank gave it back without a word of which credit note: it may be of any. Parts of before were all told so. */
function isOfNone({ _id, corrects }: Receipt, notes: readonly Receipt[]): boolean {
  return _id.startsWith("dispute_reinstated:") && !notes.some(({ number }) => number === corrects);
}

/** What no receipt that names it has taken back of a credit note. */
function leftOf({ number, total }: Receipt, known: readonly Receipt[]): Cents {
  return total - totalOf(known.filter(({ corrects }) => corrects === number));
}

const totalOf = (documents: readonly Receipt[]): Cents =>
  documents.reduce((sum, { total }) => sum + total, 0);
