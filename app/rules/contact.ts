/** When the two sides of a reservation see how to reach each other. */
import type { ReservationState } from "@models/enumerations";
import { addDays, compareDays, type Day } from "~/platform/days";
import { isLet } from "./reservation-states";

/** For so long after the last day names, e-mails, telephones and the full address stay in sight. */
export const SHARED_DAYS = 60;

/** The last day on which a reservation that ends on `endDate` shows them. */
export function contactUntil(endDate: Day): Day {
  return addDays(endDate, SHARED_DAYS);
}

/** The last day of those that end the earliest of all which show them `today`. */
export function contactSince(today: Day): Day {
  return addDays(today, -SHARED_DAYS);
}

/** What decides whether they are shown; give it the effective state. */
export interface Met {
  state: ReservationState;
  /** Whether it ever was, by its history: a stay that was called off may leave a key or a deposit to give back. */
  wasConfirmed: boolean;
  endDate: Day;
}

/** Whether they are shown `today` in Paris: once confirmed, until the last day of `contactUntil`. */
export function sharesContact({ state, wasConfirmed, endDate }: Met, today: Day): boolean {
  const hasMet = wasConfirmed || isLet(state);
  return hasMet && compareDays(today, contactUntil(endDate)) <= 0;
}
