import { addMinutes } from "~/platform/days";
import { morningAfter } from "~/rules/waiting-list";

/**
 * `now`, or where it is night in Paris then, or will be within so many minutes, a minute after the night: waiting lists offer
 * nothing before.
 *
 * @param minutes ten hours at most
 */
export function byDay(now: Date, minutes = 0): Date {
  const morning = morningAfter(now) ?? morningAfter(addMinutes(now, minutes));
  return morning ? addMinutes(morning, 1) : now;
}
