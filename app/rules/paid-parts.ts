/**
 * The payments of a reservation: its own, and one for each change of dates that made it dearer. Amounts are
 * cents; why it is so: docs/decisions/025-change-of-dates.md.
 */
import type { Reservation } from "@models/reservation";
import { proportion, type Cents } from "~/platform/money";

/** One payment of a reservation. */
export interface PaidPart {
  /** What was taken, and the platform's share of it. */
  total: Cents;
  platformShare: Cents;
  /** What changes of dates give back of it. */
  returned: Cents;
  /** What was given back of it so far, for whatever reason. */
  refunded: Cents;
}

type Paid = Pick<Reservation, "total" | "platformShare" | "refunded" | "charged" | "supplements">;

/** A reservation's payments, its own first, then its supplements as they came. */
export function paidParts(reservation: Paid): PaidPart[] {
  const { charged, refunded, supplements = [] } = reservation;
  const own = charged ?? reservation;
  const kept = supplements.reduce((sum, { total, returned }) => sum + total - returned, 0);
  // The price is what all of them leave.
  const returned = own.total - (reservation.total - kept);
  return [
    { total: own.total, platformShare: own.platformShare, returned, refunded },
    ...supplements,
  ];
}

/** What was paid, whatever changes of dates took off the price since. */
export function paidInAll({
  total,
  charged,
  supplements = [],
}: Pick<Paid, "total" | "charged" | "supplements">): Cents {
  return supplements.reduce((sum, one) => sum + one.total, charged?.total ?? total);
}

/** The same as far as it was taken: nothing, while it is not paid. */
export function takenInAll(
  reservation: Pick<Reservation, "total" | "charged" | "supplements" | "paidAt">,
): Cents {
  return reservation.paidAt ? paidInAll(reservation) : 0;
}

/** What changes of dates give back of it. */
export function returnedByChanges(
  reservation: Pick<Paid, "total" | "charged" | "supplements">,
): Cents {
  return paidInAll(reservation) - reservation.total;
}

/** What was given back so far, of all payments. */
export function refundedInAll({
  refunded,
  supplements = [],
}: Pick<Paid, "refunded" | "supplements">): Cents {
  return supplements.reduce((sum, one) => sum + one.refunded, refunded);
}

/** What of that payers' banks took back for good. */
export function chargedBackInAll({
  chargedBack = 0,
  supplements = [],
}: Pick<Reservation, "chargedBack" | "supplements">): Cents {
  return supplements.reduce((sum, one) => sum + (one.chargedBack ?? 0), chargedBack);
}

/** The same of refunds alone: without what payers' banks took back for good. */
export function givenByRefunds(
  reservation: Pick<Reservation, "refunded" | "chargedBack" | "supplements">,
): Cents {
  return refundedInAll(reservation) - chargedBackInAll(reservation);
}

/**
 * How much of each payment is to be with the payer, so that it is `target` in all: what changes of dates
 * give back of it, and of what was decided beyond that the newest payment first. What has gone back already counts
 * wherever it was taken from. Asked again when some of it has gone back, or a bank has sent some to us, it
 * says the same.
 */
export function spread(parts: readonly PaidPart[], target: Cents): Cents[] {
  const gone = parts.map(({ returned, refunded }) => Math.max(returned, refunded));
  let rest = Math.max(0, target - gone.reduce((sum, cents) => sum + cents, 0));
  return parts
    .map(({ total, returned }, place) => ({ total, returned, gone: gone[place]! }))
    .toReversed()
    .map((part) => {
      // A bank may have taken back more than the payment was.
      const more = Math.min(rest, Math.max(0, part.total - part.gone));
      rest -= more;
      return more > 0 ? part.gone + more : part.returned;
    })
    .toReversed();
}

/** The payments once the price is `less` lower: the newest gives back first. */
export function lowered(parts: readonly PaidPart[], less: Cents): PaidPart[] {
  let rest = less;
  return parts
    .toReversed()
    .map((part) => {
      const more = Math.min(rest, part.total - part.returned);
      rest -= more;
      return { ...part, returned: part.returned + more };
    })
    .toReversed();
}

/** The platform's share of what payments leave: each refund takes it back in proportion, and rounds. */
export function platformKeeps(parts: readonly PaidPart[]): Cents {
  return parts.reduce(
    (sum, { total, platformShare, returned }) =>
      sum + platformShare - proportion(platformShare, returned, total),
    0,
  );
}
