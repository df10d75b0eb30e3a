/**
 * How often somebody may want other dates at a venue in a row: those that wait for an owner's yes hold days for
 * nothing, and each wish is a mail to the owner. How many days they hold is bounded with all that is unpaid (`hold-limits`).
 */
import type { Actor, DatesStep } from "@models/enumerations";
import type { Reservation } from "@models/reservation";
import { DAY_MINUTES, addMinutes } from "~/platform/days";

/** Minutes to wait after the first, the second, the third and each further wish that counts. */
const WAITS = [0, 0, 30, DAY_MINUTES] as const;
/** At least so many after one that was left unanswered: its days were held for a day, and are anybody's first. */
const AFTER_SILENCE = 10;
/** For so many days a wish counts. */
const REMEMBERED = 7;

const CAME_TO_NOTHING: readonly DatesStep[] = ["refused", "unanswered", "withdrawn"];

interface Step {
  step: DatesStep;
  by: Actor;
  at: Date;
}

/** What became of wishes before then is forgotten. */
export function countedSince(now: Date): Date {
  return addMinutes(now, -REMEMBERED * DAY_MINUTES);
}

type Past = Pick<Reservation, "history">;

/**
 * From when on the buyer of a reservation may want other dates again; null: at once. By what became of their wishes at its venue,
 * whichever reservation they were for, and by the changes of this one that no owner was asked for. What an owner said yes to counts
 * for nothing, nor does what money came before.
 *
 * @param others the buyer's other reservations at the venue, called off or not
 */
export function nextChangeFrom(reservation: Past, others: readonly Past[], now: Date): Date | null {
  const since = countedSince(now);
  const all = [...others.flatMap(inVain), ...inVain(reservation), ...ownChanges(reservation)];
  const wishes = all.filter(({ at }) => at > since).sort((a, b) => a.at.getTime() - b.at.getTime());
  const last = wishes.at(-1);
  if (!last) return null;
  const inRow = WAITS[Math.min(wishes.length, WAITS.length) - 1]!;
  const wait = last.step === "unanswered" ? Math.max(inRow, AFTER_SILENCE) : inRow;
  if (wait === 0) return null;
  const until = addMinutes(last.at, wait);
  return until > now ? until : null;
}

/** Wishes that came to nothing. After a yes to dearer ones, what is given up is their payment. */
function inVain({ history }: Past): Step[] {
  return stepsOf(history).filter(
    ({ step, before }) => before?.step === "asked" && CAME_TO_NOTHING.includes(step),
  );
}

/** Changes that the buyer made without being asked to wait for a yes. */
function ownChanges({ history }: Past): Step[] {
  return stepsOf(history).filter(
    ({ step, by, before }) => step === "changed" && by === "buyer" && before?.step !== "agreed",
  );
}

/** Each step in changing the dates, with the one before it. */
function stepsOf(history: Reservation["history"]): (Step & { before: Step | undefined })[] {
  const steps = history.flatMap(({ dates, by, at }) =>
    dates ? [{ step: dates.step, by, at }] : [],
  );
  return steps.map((one, place) => ({ ...one, before: steps[place - 1] }));
}
