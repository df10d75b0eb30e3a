import type { Actor, ReservationState } from "@models/enumerations";
import type { LedgerType } from "@models/ledger-entry";
import type { Reservation } from "@models/reservation";
import { addDays, addMinutes, parisNoon } from "~/platform/days";
import { proportion } from "~/platform/money";

/** How a reservation of the fixture came to where it stands, and what Stripe moved of it: as the product has both. */

/** What came of its payment. */
export type Moved = "nothing" | "authorised" | "released" | "paid" | "contested";

/** Cents of each: all of it goes to the owner, who leaves the platform its share; of what goes back as much is taken back. */
export function movementsOf(
  { total, platformShare, refunded }: Reservation,
  moved: Moved,
): [LedgerType, number][] {
  if (moved === "nothing") return [];
  if (moved === "authorised") return [["authorised", total]];
  const each = (amount: number, ...types: LedgerType[]) =>
    types.map((type): [LedgerType, number] => [type, amount]);
  if (moved === "released") return each(total, "authorised", "released");
  const paid = [...each(total, "captured", "transferred"), ...each(platformShare, "fee")];
  if (moved === "contested") return [...paid, ...each(total, "disputed", "dispute_withdrawn")];
  if (refunded === 0) return paid;
  const fee = proportion(platformShare, refunded, total);
  return [
    ...paid,
    ...each(refunded, "refunded", "transfer_reversed"),
    ...each(fee, "fee_refunded"),
  ];
}

type Told = Pick<
  Reservation,
  "status" | "createdAt" | "endDate" | "needValidation" | "cancellation"
>;

/** Its steps, from the days that were taken on. */
export function historyOf(told: Told): Reservation["history"] {
  const { status, createdAt, endDate, needValidation, cancellation } = told;
  const paidAt = addMinutes(createdAt, 1);
  const step = (state: ReservationState, at: Date, by: Actor, why: string) => ({
    ...{ state, at, by, why },
  });
  const taken = [step("hold", createdAt, "buyer", "Dates retenues")];
  const made = needValidation
    ? [...taken, step("pending", paidAt, "system", "Paiement autorisé")]
    : [...taken, step("confirmed", paidAt, "system", "Paiement reçu")];
  const at = cancellation?.at ?? createdAt;
  const calledOff = cancellation
    ? [...made, step("cancelling", at, cancellation.by, cancellation.why)]
    : made;
  const settled = needValidation ? "Rien à rembourser" : "Montant remboursé";
  const past: Partial<Record<ReservationState, Reservation["history"]>> = {
    hold: taken,
    dead: [
      ...taken,
      step("dead", addMinutes(createdAt, 30), "system", "Délai de paiement dépassé"),
    ],
    capturing: [
      ...made,
      step("capturing", addMinutes(createdAt, 60), "owner", "Acceptée par le propriétaire"),
    ],
    ended: [...made, step("ended", parisNoon(addDays(endDate, 1)), "system", "Dates passées")],
    cancelling: calledOff,
    cancelled: [...calledOff, step("cancelled", addMinutes(at, 5), "system", settled)],
  };
  return past[status] ?? made;
}
