import { ledgerMoney } from "~/payments/ledger-money.server";
import type { Cents } from "~/platform/money";
import { refundedInAll } from "~/rules/paid-parts";
import type { ListedReservation } from "./listed-reservations.server";

/**
 * What is an owner's of reservations that stand: their share or, where something was given back, what the ledger has
 * left of it. Of others, their share. No question where nothing was given back.
 */
export async function ownersShares(
  reservations: readonly ListedReservation[],
): Promise<(reservation: { id: string; ownerShare: Cents }) => Cents> {
  // Of what was called off no share is told.
  const less = reservations
    .filter((one) => one.state !== "cancelled" && refundedInAll(one) > 0)
    .map(({ _id }) => _id);
  if (less.length === 0) return ({ ownerShare }) => ownerShare;
  const moneyOf = await ledgerMoney(less);
  const left = new Map(
    less.map((id) => {
      const { sent, takenBack } = moneyOf(id);
      return [id.toString(), sent - takenBack];
    }),
  );
  return ({ id, ownerShare }) => left.get(id) ?? ownerShare;
}
