/** When the two sides of a reservation see how to reach each other. */
import type { ReservationState } from "@models/enumerations";
import { addDays, compareDays, type Day } from "~/platform/days";

/** For so long after the last day names, e-mails, telephones and the full address stay in sight. */
const DAYS_AFTER = 60;

/** The last day on which a reservation that ends on `endDate` shows them. */
export function contactUntil(endDate: Day): Day {
  return addDays(endDate, DAYS_AFTER);
}

/** Whether they are shown `today` in Paris. Give it the effective state. */
export function sharesContact(state: ReservationState, endDate: Day, today: Day): boolean {
  const isConfirmed = state === "confirmed" || state === "ended";
  return isConfirmed && compareDays(today, contactUntil(endDate)) <= 0;
}
