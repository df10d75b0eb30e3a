/** What the reservations of some days say of the business. Pure. */
import type { Reservation } from "@models/reservation";
import { DAY_MINUTES } from "~/platform/days";

/** What is read of each reservation. */
export type Lived = Pick<Reservation, "needValidation" | "history">;

export interface Figures {
  /** Days taken, whether or not they were paid. */
  holds: number;
  /** Paid, or authorised where the owner decides. */
  paid: number;
  confirmed: number;
  answers: {
    /** Requests whose time to answer is over, or that were answered. */
    decided: number;
    accepted: number;
    refused: number;
    /** Of both those that came within a day: a deadline may have been prolonged. */
    inADay: number;
    /** Half of the answers came within so many minutes; null: there were none. */
    medianMinutes: number | null;
  };
}

/**
 * Counts reservations by how far they came, and what owners answered to those that waited for them: one after the other, and keeps
 * none of them, for of a busy season there are more than memory holds.
 */
export function startTally() {
  const counted = { holds: 0, paid: 0, confirmed: 0 };
  const answers = { decided: 0, accepted: 0, refused: 0, inADay: 0 };
  /** Of each answer, how long it took. */
  const took: number[] = [];
  return {
    /** @returns whether it was paid */
    add(one: Lived): boolean {
      const hasReached = (...states: string[]) =>
        one.history.some(({ state }) => states.includes(state));
      const isPaid = hasReached("pending", "capturing", "confirmed");
      counted.holds += 1;
      if (isPaid) counted.paid += 1;
      if (hasReached("confirmed")) counted.confirmed += 1;
      const outcome = answerOf(one);
      if (outcome) answers.decided += 1;
      if (outcome?.by === "owner") {
        answers[outcome.isYes ? "accepted" : "refused"] += 1;
        if (outcome.minutes <= DAY_MINUTES) answers.inADay += 1;
        took.push(outcome.minutes);
      }
      return isPaid;
    },
    figures: (): Figures => ({
      ...counted,
      answers: { ...answers, medianMinutes: median(took) },
    }),
  };
}

interface Outcome {
  by: "owner" | "system";
  isYes: boolean;
  minutes: number;
}

/** What became of a request; null where there was none, it still waits, or its buyer took it back. */
function answerOf({ needValidation, history }: Lived): Outcome | null {
  const asked = history.findIndex(({ state }) => state === "pending");
  const [request, answer] = asked < 0 ? [] : history.slice(asked, asked + 2);
  if (!needValidation || !request || !answer) return null;
  if (answer.by !== "owner" && answer.by !== "system") return null;
  const isYes = answer.state === "capturing" || answer.state === "confirmed";
  // Only an owner says yes; what moves on by itself belongs to the payment.
  if (answer.by === "system" && isYes) return null;
  const minutes = Math.round((answer.at.getTime() - request.at.getTime()) / 60_000);
  return { by: answer.by, isYes, minutes };
}

/**
 * Where most are lost: the step that the smallest part of those before it reach.
 *
 * @param counts of each step, the first one first
 * @returns its place; -1 where nobody is lost
 */
export function worstStep(counts: readonly number[]): number {
  const rates = counts.map((count, at) =>
    at > 0 && counts[at - 1]! > 0 ? count / counts[at - 1]! : 1,
  );
  const least = Math.min(...rates);
  return least < 1 ? rates.indexOf(least) : -1;
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper, lower] = [sorted[middle], sorted[middle - 1]];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 || lower === undefined ? upper : Math.round((upper + lower) / 2);
}

const percentage = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 1 });

/** '8,4 %'; 'aucune donnée' where there is nothing to be a part of. */
export function rateText(part: number, whole: number): string {
  return whole > 0 ? percentage.format(part / whole) : "aucune donnée";
}

/** 'soit 8,4 % du montant payé'; `nothing` where there is no whole. */
export function partText(
  { part, whole }: { part: number; whole: number },
  ofIt: string,
  nothing: string,
): string {
  return whole > 0 ? `soit ${rateText(part, whole)} ${ofIt}` : nothing;
}

/** '45 min', '3 h 20', '12 h' */
export function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes}\u00a0min`;
  const rest = minutes % 60;
  const hours = `${Math.floor(minutes / 60)}\u00a0h`;
  return rest > 0 ? `${hours}\u00a0${String(rest).padStart(2, "0")}` : hours;
}
