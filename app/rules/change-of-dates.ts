/**
 * Other dates for a reservation that is confirmed and paid: when its buyer may have them, what they cost and
 * which half days change hands. Amounts are cents; why it is so: docs/decisions/025-change-of-dates.md.
 */
import type { Actor, DatesStep } from "@models/enumerations";
import type { HistoryEntry, Reservation, WaitingChange } from "@models/reservation";
import type { Venue } from "@models/venue";
import { addMinutes, parisMidnight, todayInParis, type Day } from "~/platform/days";
import type { Cents } from "~/platform/money";
import { formatPeriod, isSameStay, periodOf, slotId, unitsOf, type Stay } from "./calendar";
import {
  lowered,
  paidParts,
  platformKeeps,
  refundedInAll,
  returnedByChanges,
  type PaidPart,
} from "./paid-parts";
import { refundPercent } from "./policy";
import { heldSlots, type HeldSlot } from "./preparation";
import { feeThousandthsOf, quote, type Quote } from "./price";
import { ANSWER_HOURS, effectiveState } from "./reservation-states";

export type ChangeRefusal = "not_changeable" | "change_waits" | "change_refund" | "change_same";

/** Whether new dates wait for the owner's yes at `now`. */
export function isWaiting(
  { status, change }: Pick<Reservation, "status" | "change">,
  now: Date,
): boolean {
  return status === "confirmed" && change !== undefined && change.until > now;
}

/** Whether dates that waited for a yes are held still, though their time is over. */
export function isOverdue({ change }: Pick<Reservation, "change">, now: Date): boolean {
  return change !== undefined && change.until <= now;
}

/**
 * Why the buyer may not change the dates at `now`; null when they may. As long as a cancellation gives all
 * back a change is never worth more than cancelling and reserving anew, so that it leads nobody round the
 * policy.
 */
export function changeObstacle(reservation: Reservation, now: Date): ChangeRefusal | null {
  const { policy, startDate } = reservation;
  const today = todayInParis(now);
  if (effectiveState(reservation, now, today) !== "confirmed") return "not_changeable";
  if (refundPercent(policy, startDate, today) < 100) return "not_changeable";
  return isWaiting(reservation, now) ? "change_waits" : refundObstacle(reservation);
}

/**
 * Whether a page speaks of other dates at `now`. Owners are not told of those that their venue refuses, as
 * `requireOpenVenue`; a buyer who asks for them reads why.
 *
 * @param known.contested cents that the payer's bank decides on first
 * @param known.venue where it takes place; asked of an owner alone
 */
export function mayChangeDates(
  reservation: Reservation,
  known: {
    by: Actor;
    contested: Cents;
    venue: Pick<Venue, "listed" | "status"> | null | undefined;
  },
  now: Date,
): boolean {
  const { by, contested, venue } = known;
  if (changeObstacle(reservation, now) !== null || contested > 0) return false;
  return by !== "owner" || (venue?.listed === true && venue.status === "available");
}

/**
 * Why no dates may have another price, asked for or agreed to; null when they may: one refund is under way at a time, and
 * nothing goes back of a price that somebody has already given back.
 */
export function refundObstacle(reservation: Reservation): "change_refund" | null {
  const returned = returnedByChanges(reservation);
  const isAsReturned = refundedInAll(reservation) === returned;
  return isAsReturned && (reservation.grant?.refund ?? 0) <= returned ? null : "change_refund";
}

/** What a reservation is priced at with new dates, as its own fields. */
export type NewTerms = Pick<
  Reservation,
  | "startDate"
  | "endDate"
  | "startSlot"
  | "endSlot"
  | "units"
  | "subtotal"
  | "fee"
  | "commission"
  | "total"
  | "ownerShare"
  | "platformShare"
  | "charged"
> & {
  /** What is given back of each supplement; absent where that stays as it is. */
  returned?: Cents[];
};

export type Change = { ok: true; terms: NewTerms } | { ok: false; code: ChangeRefusal };

/**
 * What other dates make of a reservation, at the price per day or half day that it was made at, and at the fees.
 *
 * @param wanted days that the calendar's rules allow
 */
export function changeTo(reservation: Reservation, wanted: Omit<Stay, "period">): Change {
  const { period, unitPrice } = reservation;
  const { startDate, endDate, startSlot, endSlot } = wanted;
  const dates = { startDate, endDate, startSlot, endSlot };
  if (isSameStay(dates, reservation)) return { ok: false, code: "change_same" };
  const feeThousandths = feeThousandthsOf(reservation);
  const units = unitsOf({ ...dates, period });
  const price = quote({ period, unitPrice, units, feeThousandths });
  const { subtotal, fee, total } = price;
  return {
    ok: true,
    terms: { ...dates, units, subtotal, fee, total, ...partsOf(reservation, price) },
  };
}

/**
 * Who has which part of a price that was lowered. A refund takes both parts back in proportion, and rounds:
 * what stays is told as that leaves it, so that pages and ledger agree to the cent.
 */
function partsOf(
  reservation: Reservation,
  price: Quote,
): Pick<NewTerms, "commission" | "ownerShare" | "platformShare" | "charged" | "returned"> {
  const { commission, ownerShare, platformShare } =
    price.total > reservation.total ? price : reservation;
  if (price.total >= reservation.total) return { commission, ownerShare, platformShare };
  const [own, ...supplements] = lowered(paidParts(reservation), reservation.total - price.total);
  const platform = platformKeeps([own!, ...supplements]);
  const owner = price.total - platform;
  return {
    ...{ commission: price.subtotal - owner, ownerShare: owner, platformShare: platform },
    charged: ownCharge(own!),
    ...(supplements.length > 0 && { returned: supplements.map(({ returned }) => returned) }),
  };
}

/** What its own payment took, as the reservation keeps it once its price is another one. */
export function ownCharge({ total, platformShare }: PaidPart): NonNullable<Reservation["charged"]> {
  return { total, platformShare };
}

/** What other dates cost more than a reservation, in cents; 0 where they do not. */
export function dearerBy(
  { total }: Pick<Reservation, "total">,
  terms: Pick<NewTerms, "total">,
): Cents {
  return Math.max(0, terms.total - total);
}

/** What a record of a supplement is priced at. */
export type SupplementPrice = Pick<Reservation, (typeof PRICED)[number]>;

/**
 * What dearer dates cost beside what was paid: the new price less the present one, each of its parts by itself.
 * So both payments come to what one of the new price would have been split into, to the cent.
 */
export function supplementPrice(reservation: Reservation, terms: NewTerms): SupplementPrice {
  const more = (part: (typeof PRICED)[number]) => terms[part] - reservation[part];
  return Object.fromEntries(PRICED.map((part) => [part, more(part)])) as SupplementPrice;
}

/** The price of a reservation with a supplement that was paid. */
export function withSupplement(reservation: Reservation, supplement: Reservation): SupplementPrice {
  const sum = (part: (typeof PRICED)[number]) => reservation[part] + supplement[part];
  return Object.fromEntries(PRICED.map((part) => [part, sum(part)])) as SupplementPrice;
}

/** Whether a reservation still is what a supplement was worked out for, and may have its dates. */
export function takesSupplement(reservation: Reservation, { supplementTo }: Reservation): boolean {
  const { status, change } = reservation;
  if (!supplementTo || status !== "confirmed" || change) return false;
  const returned = returnedByChanges(reservation);
  return (
    isSameStay(reservation, supplementTo) &&
    reservation.total === supplementTo.total &&
    refundedInAll(reservation) <= returned &&
    (reservation.grant?.refund ?? 0) <= returned
  );
}

/** The parts of a price that are a sum of its payments'. */
const PRICED = [
  ...(["units", "subtotal", "fee", "commission"] as const),
  ...(["total", "ownerShare", "platformShare"] as const),
];

/**
 * Until when the owner may say yes, and until when the buyer may then pay what the new dates cost more: a day
 * each, and never past the first day of either dates.
 */
export function changeDeadline(now: Date, ...firstDays: readonly Day[]): Date {
  const ends = [addMinutes(now, ANSWER_HOURS * 60), ...firstDays.map(parisMidnight)];
  return ends.reduce((first, end) => (end < first ? end : first));
}

/** Whether the first day of either dates of a supplement has begun: one that a restore has put off waits beyond it. */
export function isPastChange(
  { startDate, supplementTo }: Pick<Reservation, "startDate" | "supplementTo">,
  now: Date,
): boolean {
  return (
    supplementTo !== undefined && changeDeadline(now, startDate, supplementTo.startDate) <= now
  );
}

type Dates = Omit<Stay, "period"> | WaitingChange;

type Holder = Pick<Reservation, "venueId" | "period" | "preparationBefore" | "preparationAfter">;

/** Every half day that the reservation takes with some dates, its preparation's among them, with their ids. */
export function slotsWith(holder: Holder, dates: Dates): (HeldSlot & { _id: string })[] {
  const { venueId, period } = holder;
  return heldSlots({ ...dates, period }, holder).map((slot) => ({
    _id: slotId(venueId.toString(), slot),
    ...slot,
  }));
}

/** The ids of all half days that somebody's unpaid holds take, which are in nobody's way but others'. */
export function slotsOfHolds(holds: readonly (Holder & Omit<Stay, "period">)[]): Set<string> {
  return new Set(holds.flatMap((hold) => slotsWith(hold, hold)).map(({ _id }) => _id));
}

/** The half days of `dates` that `others` do not have. */
export function slotsBeyond(
  holder: Holder,
  dates: Dates,
  others: Dates,
): (HeldSlot & { _id: string })[] {
  const known = new Set(slotsWith(holder, others).map(({ _id }) => _id));
  return slotsWith(holder, dates).filter(({ _id }) => !known.has(_id));
}

/** How many half days other dates have that a reservation's own have not, those to prepare them apart. */
export function halfDaysBeyond(reservation: Reservation, dates: Dates): number {
  const beyond = slotsBeyond(reservation, dates, reservation);
  return beyond.filter(({ preparation }) => !preparation).length;
}

/**
 * Whether the last that was heard of the dates is that the owner said yes to dearer ones. What became of them
 * since is told by the hold that keeps them.
 */
export function wasAgreedLast({ history }: Pick<Reservation, "history">): boolean {
  return history.findLast(({ dates }) => dates)?.dates?.step === "agreed";
}

/** Whether of all that was said of other dates the last was that their buyer no longer wants them. */
export function wasWithdrawnLast({ history }: Pick<Reservation, "history">): boolean {
  return history.findLast(({ dates }) => dates)?.dates?.step === "withdrawn";
}

/** Said by the owner, or made so by the buyer. */
const ANSWERS: readonly (DatesStep | undefined)[] = ["changed", "refused", "agreed"];

/** Why other dates wait for no answer any more: they have had it, something of the money came before one, or their time is over. */
export function whyNoneWait({
  history,
}: Pick<Reservation, "history">): "already_answered" | "change_overtaken" | "answer_not_awaited" {
  const steps = history.flatMap(({ dates }) => dates?.step ?? []);
  const [before, last] = [steps.at(-2), steps.at(-1)];
  // What comes to that after a yes was answered.
  if (ANSWERS.includes(last) || before === "agreed") return "already_answered";
  return last === "outdated" ? "change_overtaken" : "answer_not_awaited";
}

/** Whether of all that was said of other dates the last was that this party changed them. */
export function wasChangedLastBy({ history }: Pick<Reservation, "history">, by: Actor): boolean {
  const last = history.findLast(({ dates }) => dates);
  return last?.dates?.step === "changed" && last.by === by;
}

/** How often the dates were changed. */
export function timesChanged({ history }: Pick<Reservation, "history">): number {
  return history.filter(({ dates }) => dates?.step === "changed").length;
}

/** From which dates to which, as the history keeps it. */
export function datesTexts(
  reservation: Reservation,
  to: Pick<Reservation, "startDate" | "endDate" | "startSlot" | "endSlot">,
): Pick<NonNullable<HistoryEntry["dates"]>, "from" | "to"> {
  const textOf = (dates: typeof to) =>
    formatPeriod(periodOf({ ...dates, period: reservation.period }));
  return { from: textOf(reservation), to: textOf(to) };
}
