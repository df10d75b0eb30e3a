import { isAway } from "~/platform/database-errors.server";

/** So many in a row that Stripe or the database did not answer are an outage: the others keep their turn for the next night. */
const UNANSWERED = 3;

/** Work that asks Stripe for one after the other, or some at once, which is no longer begun once one of both does not answer. */
export function untilOutage<T>(work: (item: T) => Promise<void>): (item: T) => Promise<void> {
  let unanswered = 0;
  return async (item) => {
    if (unanswered >= UNANSWERED) return;
    try {
      await work(item);
      if (unanswered < UNANSWERED) unanswered = 0;
    } catch (error) {
      if (unanswered < UNANSWERED) unanswered = isAway(error) ? unanswered + 1 : 0;
      throw error;
    }
  };
}
