/** What people are told of money that goes back once its decision has been told: when it is on its way. */
import type { Reservation } from "@models/reservation";
import type { PaymentSnapshot } from "~/payments/snapshot";
import type { Cents } from "~/platform/money";
import { grantedOf, refundDecided } from "~/rules/cancellation";
import { chargedBackInAll, givenByRefunds } from "~/rules/paid-parts";

/** In the history of what ended before all that was due had gone back: its buyer was told that it is still to come. */
export const STILL_DUE = "Remboursement en attente";

type Given = Pick<PaymentSnapshot, "refunded" | "chargedBack">;

/** What is told, and what of it is remembered, in the transaction that queues its mails. */
interface News {
  news: "granted" | "refunded";
  set: Pick<Reservation, "refundsTold">;
}

/**
 * What to tell of what has gone back since people were told last; null for nothing. What a bank gave its payer is no
 * refund of ours: who it is of knows, and its owner is told of the dispute.
 *
 * @param own the reservation's own payment as it is now; its supplements are written down
 * @param before cents given back before this look, for what was decided before it was kept what was told
 */
export function newsOfRefunds(
  reservation: Reservation,
  { refunded, chargedBack }: Given,
  before: Cents,
): News | null {
  const told = reservation.refundsTold ?? before;
  const { supplements } = reservation;
  const announced = announcedBy({ ...reservation, chargedBack });
  if (!announced) return null;
  // All of it has been told: what goes back beyond that was decided by others.
  if (announced.decided <= told) return null;
  const given = givenByRefunds({ refunded, chargedBack, supplements });
  return given > told ? { news: announced.news, set: { refundsTold: given } } : null;
}

/** Whether refunds give more than they have once a bank gives back what it took: its buyer was told that the bank's is all. */
export function dependsOnBank(reservation: Reservation): boolean {
  return (
    chargedBackInAll(reservation) > 0 && refundDecided(reservation) > givenByRefunds(reservation)
  );
}

/**
 * As what its refunds are told, and how much of them: as the platform's beyond the policy, unless a cancellation gives more;
 * of what is over, as what is due, where its buyer was told that it is still to come, or that none is.
 */
function announcedBy(reservation: Reservation): { news: News["news"]; decided: Cents } | null {
  const { grant, status, history, refundsTold } = reservation;
  const isOver = status === "cancelled" || status === "dead";
  const decided = refundDecided(reservation);
  const granted = grantedOf(reservation);
  if (grant && (!isOver || granted >= decided)) {
    // What banks had taken by then, and still have, counts towards it, and is none of what we give.
    const byBanks = Math.min(grant.byBanks ?? 0, chargedBackInAll(reservation));
    return { news: "granted", decided: granted - byBanks };
  }
  const mayCome = refundsTold !== undefined || history.some(({ why }) => why === STILL_DUE);
  return isOver && mayCome ? { news: "refunded", decided } : null;
}
