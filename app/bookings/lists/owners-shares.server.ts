import { ledgerMoney } from "~/payments/ledger-money.server";
import type { Cents } from "~/platform/money";
import { refundedInAll } from "~/rules/paid-parts";
import type { ListedReservation } from "./listed-reservations.server";

/**
 * What is an owner's of reservations that stand: their share or, where something was given back, what the ledger has
 * left of it, with what they are owed of it again. Of others, their share. No question where nothing was given back or is to be.
 */
export async function ownersShares(
  reservations: readonly ListedReservation[],
): Promise<(reservation: { id: string; ownerShare: Cents }) => Cents> {
  // Of what was called off no share is told.
  const less = reservations
    .filter((one) => one.state !== "cancelled" && mayBeLess(one))
    .map(({ _id }) => _id);
  if (less.length === 0) return ({ ownerShare }) => ownerShare;
  const moneyOf = await ledgerMoney(less);
  const left = new Map(
    less.flatMap((id) => {
      const { sent, takenBack, owed } = moneyOf(id);
      // Of a payment just made Stripe may have yet to tell what was sent.
      return takenBack > 0 ? [[id.toString(), sent - takenBack + owed] as const] : [];
    }),
  );
  return ({ id, ownerShare }) => left.get(id) ?? ownerShare;
}

/**
 * A refund that waits for funds has taken its shares back before any of it has gone back. Of what a bank took back, and gave back
 * whole, the share that was taken is the owner's again.
 */
function mayBeLess(one: ListedReservation): boolean {
  return refundedInAll(one) > 0 || one.grant !== undefined || one.ledgerOpen === true;
}
