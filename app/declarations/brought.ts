/** What reservations brought their owner, payment by payment. Pure; amounts are cents, days are Paris's. */
import type { LedgerEntry } from "@models/ledger-entry";
import { parisDayOf, type Day } from "~/platform/days";
import type { Cents } from "~/platform/money";

export type Moved = Pick<LedgerEntry, "reservation" | "type" | "amount" | "at" | "stripeId" | "of">;

/** What one payment brought, as far as it was not taken back. */
export interface Brought {
  /** When it was sent on to the owner. */
  day: Day;
  /** The owner's, fees taken off. */
  paid: Cents;
  fees: Cents;
  /** `ch_…`: the record that has it says which account it was sent on to. Absent: the ledger does not have it. */
  charge: string | undefined;
}

interface Payment {
  /** Of its transfer and its fee. */
  ids: string[];
  at: number;
  sent: Cents;
  fees: Cents;
  charge: string | undefined;
}

/**
 * The payments of each reservation of which something is left, the earliest first: its own, and those of dearer dates.
 * What was taken back is taken off the payment that it was of. Where the ledger does not say which that was, off the newest
 * first, as refunds are made (rules/paid-parts), among those that there were by then.
 */
export function broughtBy(entries: readonly Moved[]): Map<string, Brought[]> {
  const byReservation = new Map<string, Moved[]>();
  for (const entry of entries) {
    const id = entry.reservation.toString();
    byReservation.set(id, [...(byReservation.get(id) ?? []), entry]);
  }
  return new Map([...byReservation].map(([id, own]) => [id, paymentsOf(own)]));
}

function paymentsOf(entries: readonly Moved[]): Brought[] {
  const inOrder = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const of = (type: Moved["type"]) => inOrder.filter((entry) => entry.type === type);
  const taken = of("captured").map(({ at, stripeId }) => ({ at: at.getTime(), id: stripeId }));
  const payments: Payment[] = of("transferred").map(({ at, amount, stripeId }) => ({
    ...{ ids: [stripeId], at: at.getTime(), sent: amount, fees: 0 },
    charge: nearest(taken, at.getTime())?.id,
  }));
  for (const fee of of("fee")) {
    const payment = nearest(payments, fee.at.getTime());
    if (!payment) continue;
    payment.fees += fee.amount;
    payment.ids.push(fee.stripeId);
  }
  for (const back of of("transfer_reversed")) takeOff(payments, "sent", back);
  for (const back of of("fee_refunded")) takeOff(payments, "fees", back);
  return payments
    .map(({ at, sent, fees, charge }) => ({
      ...{ day: parisDayOf(new Date(at)), paid: sent - fees, fees, charge },
    }))
    .filter(({ paid }) => paid > 0);
}

/** What a fee is of, or a transfer: Stripe dates them a little otherwise than each other. */
function nearest<T extends { at: number }>(all: readonly T[], at: number): T | undefined {
  return all.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
}

function takeOff(
  payments: readonly Payment[],
  part: "sent" | "fees",
  { of, at, amount }: Moved,
): void {
  const isItsOwn = ({ ids }: Payment) => of !== undefined && ids.includes(of);
  const isLater = (payment: Payment) => payment.at > at.getTime();
  const there = payments.filter((payment) => !isLater(payment));
  const nearestFirst = [...there.toReversed(), ...payments.filter(isLater)];
  let rest = amount;
  for (const payment of new Set([...nearestFirst.filter(isItsOwn), ...nearestFirst])) {
    const taken = Math.min(rest, payment[part]);
    payment[part] -= taken;
    rest -= taken;
  }
}
