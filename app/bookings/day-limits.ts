import { todayInParis, type Day } from "~/platform/days";
import { earliestDay, latestDay } from "./calendar";

/** The first and the last day that can be reserved at `now`. */
export function dayLimits(now: Date): { earliest: Day; latest: Day } {
  const today = todayInParis(now);
  return { earliest: earliestDay(today), latest: latestDay(today) };
}
