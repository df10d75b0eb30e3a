/**
 * Cancellation policies: what a cancellation gives back, from whose part, and how that is said
 * before paying. Days are those of Paris, counted to the first day; amounts are cents.
 */
import type { Actor, Policy } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import {
  addDays,
  compareDays,
  daysBetween,
  formatDay,
  parisDayOf,
  type Day,
} from "~/platform/days";
import { share, type Cents } from "~/platform/money";

/** How many days before the first day each refund still applies; null where there is none. */
const LIMITS = {
  souple: { full: 1, half: null },
  modérée: { full: 7, half: 2 },
  stricte: { full: 30, half: 14 },
} as const satisfies Record<Policy, { full: number; half: number | null }>;

/** The part of what was paid that a buyer who cancels `today` gets back. */
export function refundPercent(policy: Policy, firstDay: Day, today: Day): 100 | 50 | 0 {
  const { full, half } = LIMITS[policy];
  const daysLeft = daysBetween(today, firstDay);
  if (daysLeft >= full) return 100;
  return half !== null && daysLeft >= half ? 50 : 0;
}

/** The same of whoever ends the reservation: only a buyer is held to the policy. */
export function percentBy(by: Actor, policy: Policy, firstDay: Day, today: Day): 100 | 50 | 0 {
  return by === "buyer" ? refundPercent(policy, firstDay, today) : 100;
}

export interface RefundRequest {
  policy: Policy;
  firstDay: Day;
  today: Day;
  /** All that was captured, service fee included. */
  paid: Cents;
  alreadyRefunded: Cents;
  /** Who ends the reservation. */
  by: Actor;
}

/**
 * What is still to be given back when a reservation is cancelled: nothing where a bank that took a payment
 * back has made it more than was paid. An owner's refusal counts as the owner's act, an unanswered request
 * as the system's: both are refunded in full. Throws a `RangeError` when less than nothing was refunded.
 */
export function refundDue(request: RefundRequest): Cents {
  const { policy, firstDay, today, paid, alreadyRefunded, by } = request;
  if (alreadyRefunded < 0) throw new RangeError(`Refunded ${alreadyRefunded} of ${paid}`);
  const percent = percentBy(by, policy, firstDay, today);
  return Math.max(0, share(paid, percent) - alreadyRefunded);
}

/** From when until when a buyer who cancels gets back which part; a limit that is missing is open. */
export interface PolicyStep {
  percent: 100 | 50 | 0;
  from: Day | null;
  until: Day | null;
}

/**
 * The steps of a policy, the earliest first; `isNow` marks the one that counts `today`.
 *
 * @param since the day from which on they count: limits that had passed by then are left out
 */
export function policySteps(
  policy: Policy,
  firstDay: Day,
  today: Day,
  since?: Day,
): (PolicyStep & { isNow: boolean })[] {
  const { full, half } = LIMITS[policy];
  const steps: PolicyStep[] = [];
  let from: Day | null = null;
  for (const [percent, daysBefore] of [
    [100, full],
    [50, half],
  ] as const) {
    if (daysBefore === null) continue;
    const until = addDays(firstDay, -daysBefore);
    if (since !== undefined && compareDays(until, since) < 0) continue;
    steps.push({ percent, from, until });
    from = addDays(until, 1);
  }
  const now = refundPercent(policy, firstDay, today);
  return [...steps, { percent: 0 as const, from, until: null }].map((step) => ({
    ...step,
    isNow: step.percent === now,
  }));
}

/**
 * A policy as it is said before paying, with its real dates: 'Remboursement intégral jusqu’au
 * 04/06/2027, de moitié jusqu’au 09/06/2027, aucun remboursement ensuite.' Given `today`, limits
 * that have passed are left out.
 */
export function describePolicy(
  policy: Policy,
  firstDay: Day,
  today?: Day,
  reader: Reader = "buyer",
): string {
  const { full, half } = LIMITS[policy];
  const limits = [
    { kind: "intégral", daysBefore: full },
    { kind: "de moitié", daysBefore: half },
  ].flatMap(({ kind, daysBefore }) => {
    if (daysBefore === null) return [];
    const limit = addDays(firstDay, -daysBefore);
    const isPast = today !== undefined && compareDays(limit, today) < 0;
    return isPast ? [] : [`${kind} jusqu’au ${formatDay(limit)}`];
  });
  return sentence(limits, reader);
}

/**
 * The policy of a reservation with its real dates. Limits that had passed when it was given these never counted, and are
 * left out, as on the page on which they were chosen.
 */
export function describeTerms(reservation: Terms, reader?: Reader): string {
  return describePolicy(reservation.policy, reservation.startDate, givenOn(reservation), reader);
}

/** The steps of its policy, as `describeTerms` says them. */
export function stepsOfTerms(reservation: Terms, today: Day): ReturnType<typeof policySteps> {
  return policySteps(reservation.policy, reservation.startDate, today, givenOn(reservation));
}

type Terms = Pick<Reservation, "policy" | "startDate" | "createdAt" | "history">;

/** The day on which a reservation was given its dates. */
function givenOn({ createdAt, history }: Terms): Day {
  const changed = history.findLast(({ dates }) => dates?.step === "changed");
  return parisDayOf(changed?.at ?? createdAt);
}

/** A policy as its owner chooses it: 'Remboursement intégral jusqu’à 7 jours avant, …' */
export function summarizePolicy(policy: Policy): string {
  const { full, half } = LIMITS[policy];
  const limits = [`intégral jusqu’à ${countDays(full)} avant`];
  if (half !== null) limits.push(`de moitié jusqu’à ${countDays(half)} avant`);
  return sentence(limits, "buyer");
}

/** 'Souple : remboursement intégral jusqu’à 1 jour avant.' */
export function policyLabel(policy: Policy): string {
  const meaning = summarizePolicy(policy);
  return `${policy.slice(0, 1).toUpperCase()}${policy.slice(1)}\u00a0: ${meaning.slice(0, 1).toLowerCase()}${meaning.slice(1)}`;
}

type Reader = "buyer" | "office";
const CANCELS = { buyer: "vous annulez", office: "le client annule" };

/** Whoever else ends it gives all back, and a request that waits for its answer takes nothing. */
function sentence(limits: string[], reader: Reader): string {
  if (limits.length === 0) {
    return `Aucun remboursement si ${CANCELS[reader]} une fois la réservation confirmée.`;
  }
  return `Remboursement ${limits.join(", ")}, aucun remboursement ensuite.`;
}

function countDays(count: number): string {
  return count === 1 ? "1\u00a0jour" : `${count}\u00a0jours`;
}
