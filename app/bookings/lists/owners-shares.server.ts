import { dueBackOf } from "~/payments/due-back.server";
import { ledgerMoney } from "~/payments/ledger-money.server";
import type { Cents } from "~/platform/money";
import { owedBeside } from "~/rules/money-words";
import { refundedInAll } from "~/rules/paid-parts";
import { wholeReservations, type ListedReservation } from "./listed-reservations.server";

/**
 * What is an owner's of reservations that stand: their share or, where something was given back, what the ledger has
 * left of it, with what they are owed of it again. Of others, their share. No question where nothing was given back or is to be.
 */
export async function ownersShares(
  reservations: readonly ListedReservation[],
): Promise<(reservation: { id: string; ownerShare: Cents }) => Cents> {
  // Of what was called off no share is told.
  const less = reservations.filter((one) => one.state !== "cancelled" && mayBeLess(one));
  if (less.length === 0) return ({ ownerShare }) => ownerShare;
  const moneyOf = await ledgerMoney(less.map(({ _id }) => _id));
  const owedOf = await owedBesides(
    less.filter(({ _id }) => moneyOf(_id).owed > 0),
    moneyOf,
  );
  const left = new Map(
    less.flatMap(({ _id }) => {
      const { sent, takenBack } = moneyOf(_id);
      const id = _id.toString();
      // Of a payment just made Stripe may have yet to tell what was sent.
      return takenBack > 0 ? [[id, sent - takenBack + (owedOf.get(id) ?? 0)] as const] : [];
    }),
  );
  return ({ id, ownerShare }) => left.get(id) ?? ownerShare;
}

/** What is owed to owners of each of some reservations beside what has yet to go back to its payer, by their ids. */
async function owedBesides(
  owing: readonly ListedReservation[],
  moneyOf: Awaited<ReturnType<typeof ledgerMoney>>,
): Promise<Map<string, Cents>> {
  if (owing.length === 0) return new Map();
  const reservations = await wholeReservations(owing);
  const dueOf = await dueBackOf(reservations);
  return new Map(
    reservations.map((one) => [one._id.toString(), owedBeside(moneyOf(one._id), dueOf(one))]),
  );
}

/**
 * A refund that waits for funds has taken its shares back before any of it has gone back. Of what a bank took back, and gave back
 * whole, the share that was taken is the owner's again.
 */
function mayBeLess(one: ListedReservation): boolean {
  return refundedInAll(one) > 0 || one.grant !== undefined || one.ledgerOpen === true;
}
