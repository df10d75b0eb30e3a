/**
 * The states of a reservation, what leads from one to another and who may cause it, as one table.
 * It says what may happen; the use cases do it, each by a conditional update on the state they
 * expect, so that a repeated or concurrent transition does nothing a second time.
 *
 * `capturing` and `cancelling` lie between a decision and its payment: the state changes first, the
 * payment provider is called next, the final state is written last.
 */
import type { Actor, ReservationState } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import {
  addDays,
  addMinutes,
  compareDays,
  parisMidnight,
  parisNoon,
  type Day,
} from "~/platform/days";
import type { Stay } from "./calendar";

/** How long days are held for a payment, in minutes. */
const HOLD_MINUTES = 30;
/** How long an owner has to answer a request, in hours. */
export const ANSWER_HOURS = 24;

/**
 * - `authorise`: the payment is authorised and waits for the owner's answer
 * - `capture`: the payment is captured
 * - `join`: the payment of a supplement is captured, and the dates of its reservation are changed
 * - `void`: the payment provider has dropped the payment, nothing was taken; or what was taken has gone back, or goes
 * - `expire`: the hold ran out and its payment can no longer be made
 * - `abandon`: the buyer gave the payment up
 * - `accept`, `refuse`: the owner answered
 * - `timeOut`: the owner did not answer in time
 * - `cancel`: someone calls the reservation off
 * - `settle`: the money of a cancelled reservation is released or given back
 * - `end`: its last day is over
 */
export type ReservationEvent =
  | "authorise"
  | "capture"
  | "join"
  | "void"
  | "expire"
  | "abandon"
  | "accept"
  | "refuse"
  | "timeOut"
  | "cancel"
  | "settle"
  | "end";

export interface Transition {
  from: ReservationState;
  event: ReservationEvent;
  to: ReservationState;
  by: readonly Actor[];
}

/** Every transition there is. A reservation starts as `hold`. */
export const TRANSITIONS: readonly Transition[] = [
  { from: "hold", event: "authorise", to: "pending", by: ["system"] },
  { from: "hold", event: "capture", to: "confirmed", by: ["system"] },
  { from: "hold", event: "join", to: "joined", by: ["system"] },
  { from: "hold", event: "void", to: "dead", by: ["system"] },
  { from: "hold", event: "expire", to: "dead", by: ["system"] },
  { from: "hold", event: "abandon", to: "dead", by: ["buyer"] },

  { from: "pending", event: "accept", to: "capturing", by: ["owner"] },
  { from: "pending", event: "refuse", to: "cancelling", by: ["owner"] },
  { from: "pending", event: "timeOut", to: "cancelling", by: ["system"] },
  { from: "pending", event: "cancel", to: "cancelling", by: ["buyer", "owner", "admin", "system"] },
  { from: "pending", event: "capture", to: "confirmed", by: ["system"] },
  { from: "pending", event: "void", to: "cancelled", by: ["system"] },

  { from: "capturing", event: "capture", to: "confirmed", by: ["system"] },
  { from: "capturing", event: "void", to: "cancelled", by: ["system"] },

  {
    from: "confirmed",
    event: "cancel",
    to: "cancelling",
    by: ["buyer", "owner", "admin", "system"],
  },
  { from: "confirmed", event: "end", to: "ended", by: ["system"] },

  { from: "cancelling", event: "settle", to: "cancelled", by: ["system"] },
];

/** The state that an event leads to, or null when it means nothing in this state. */
export function next(state: ReservationState, event: ReservationEvent): ReservationState | null {
  return find(state, event)?.to ?? null;
}

/** Whether `actor` may cause the event in this state. */
export function mayCause(state: ReservationState, event: ReservationEvent, actor: Actor): boolean {
  return find(state, event)?.by.includes(actor) ?? false;
}

/** Whether `actor` may cancel a reservation in this state. Give it the effective state. */
export function canCancel(state: ReservationState, actor: Actor = "buyer"): boolean {
  return mayCause(state, "cancel", actor);
}

interface StateTraits {
  /** As displayed. */
  label: string;
  tone: Tone;
  holdsDays: boolean;
}

/** Which colours and icon the state's badge has. */
export type Tone = "attente" | "ok" | "annule" | "depasse";

const TRAITS: Record<ReservationState, StateTraits> = {
  hold: { label: "Paiement en cours", tone: "attente", holdsDays: true },
  pending: { label: "En attente", tone: "attente", holdsDays: true },
  capturing: { label: "En attente", tone: "attente", holdsDays: true },
  confirmed: { label: "Confirmée", tone: "ok", holdsDays: true },
  // Its days have been lived: they stay taken, which nobody can notice, and need no clearing.
  ended: { label: "Terminée", tone: "depasse", holdsDays: true },
  cancelling: { label: "Annulée", tone: "annule", holdsDays: true },
  cancelled: { label: "Annulée", tone: "annule", holdsDays: false },
  dead: { label: "Annulée", tone: "annule", holdsDays: false },
  // A supplement's: its days have become those of its reservation.
  joined: { label: "Payée", tone: "ok", holdsDays: false },
};

/** The state's name as displayed. */
export function label(state: ReservationState): string {
  return TRAITS[state].label;
}

/** The stored states in which days are let: somebody is to come, or has been. */
export const LET_STATES = ["confirmed", "ended"] as const;

/** Whether days are let in this state. */
export function isLet(state: ReservationState): boolean {
  return (LET_STATES as readonly ReservationState[]).includes(state);
}

/** Whether it was called off, by whomever, or is being. */
export function isCalledOff(state: ReservationState): boolean {
  return state === "cancelling" || state === "cancelled";
}

/** The stored states of what may still take place. One whose deadline or last day is over reads as another: `effectiveState`. */
export const TO_COME_STATES = ["hold", "pending", "capturing", "confirmed"] as const;

/**
 * Whether something is to come of a reservation, its last day of `today` in Paris included. By its stored state: what is past
 * its deadline without its job may be paid still.
 */
export function isToCome(
  { status, endDate }: Pick<Reservation, "status" | "endDate">,
  today: Day,
): boolean {
  const isOpen = (TO_COME_STATES as readonly ReservationState[]).includes(status);
  return isOpen && (status !== "confirmed" || compareDays(endDate, today) >= 0);
}

/** Whether it was a request that its owner has said yes or no to. */
export function wasAnswered({ history }: Pick<Reservation, "history">): boolean {
  return history.some(
    ({ state, by }, index) =>
      by === "owner" && state !== "pending" && history[index - 1]?.state === "pending",
  );
}

/** What its buyer has: a request until it is confirmed, a reservation from then on. Both take 'la', 'une', 'cette'. */
export function nounOf(state: ReservationState): "demande" | "réservation" {
  return isLet(state) ? "réservation" : "demande";
}

export function tone(state: ReservationState): Tone {
  return TRAITS[state].tone;
}

/** Whether the days of a reservation stored in this state are taken. */
export function holdsDays(state: ReservationState): boolean {
  return TRAITS[state].holdsDays;
}

/** Until when days taken at `now` wait for their payment. */
export function holdDeadline(now: Date): Date {
  return addMinutes(now, HOLD_MINUTES);
}

/**
 * Until when an owner may answer a request paid at `now`: at the latest until its last half day is
 * over, for nobody is to pay for days that have gone by.
 */
export function answerDeadline(now: Date, stay: Ending): Date {
  const inTime = addMinutes(now, ANSWER_HOURS * 60);
  const over = endOf(stay);
  return over < inTime ? over : inTime;
}

/** A card's authorisation lasts seven days; an answer comes a day before, so that it can be captured. */
const AUTHORISED_HOURS = 6 * 24;

/** Until when an answer can be awaited at most: while the authorisation lasts, and the days are not over. */
export function latestAnswer(authorisedAt: Date, stay: Ending): Date {
  const authorised = addMinutes(authorisedAt, AUTHORISED_HOURS * 60);
  const over = endOf(stay);
  return over < authorised ? over : authorised;
}

type Ending = Pick<Stay, "endDate" | "endSlot">;

/** Whether the last half day of a stay has gone by. */
export function isStayOver(now: Date, stay: Ending): boolean {
  return endOf(stay) <= now;
}

/** When the last half day of a stay is over: a morning at noon in Paris. */
function endOf({ endDate, endSlot }: Ending): Date {
  return endSlot === "AM" ? parisNoon(endDate) : parisMidnight(addDays(endDate, 1));
}

/** What the deadlines of a reservation depend on. */
export interface Dated {
  status: ReservationState;
  holdUntil?: Date | null;
  answerBy?: Date | null;
  endDate: Day;
}

/**
 * The state in which a reservation is to be read at `now`, `today` in Paris. Deadlines are true
 * whether or not a job has noticed them: a hold past its time reads as dead, a request unanswered
 * in time as cancelled, a confirmed one whose last day is over as ended.
 *
 * This is for reading and for deciding what people may do. Days stay taken until the stored state
 * changes, and a payment that was made in time still changes the stored state.
 */
export function effectiveState(reservation: Dated, now: Date, today: Day): ReservationState {
  const { status, holdUntil, answerBy, endDate } = reservation;
  if (status === "hold" && hasPassed(holdUntil, now)) return "dead";
  if (status === "pending" && hasPassed(answerBy, now)) return "cancelled";
  if (status === "confirmed" && compareDays(endDate, today) < 0) return "ended";
  return status;
}

/** The states that lists can be narrowed to, as people tell them apart. */
export const LIST_STATES = ["hold", "pending", "confirmed", "ended", "cancelled"] as const;
export type ListState = (typeof LIST_STATES)[number];

/** Under which of them it is listed at `now`; null for a hold that came to nothing or joined another one. */
export function listStateOf(reservation: Dated, now: Date, today: Day): ListState | null {
  const state = effectiveState(reservation, now, today);
  if (state === "capturing") return "pending";
  if (state === "cancelling") return "cancelled";
  return state === "dead" || state === "joined" ? null : state;
}

function hasPassed(deadline: Date | null | undefined, now: Date): boolean {
  return deadline ? deadline.getTime() <= now.getTime() : false;
}

function find(state: ReservationState, event: ReservationEvent): Transition | undefined {
  return TRANSITIONS.find((transition) => transition.from === state && transition.event === event);
}
