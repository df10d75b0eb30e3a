import type { DayCount, VisitName } from "@models/day-count";
import { addDays, todayInParis } from "~/platform/days";
import { chanceOf } from "./random";

/** How many days the demo's figures go back. */
const DAYS = 90;

/** Visits of the last days, as believable as the demo's reservations: weekends are busier. */
export function makeVisits(now: Date): DayCount[] {
  const today = todayInParis(now);
  return Array.from({ length: DAYS }, (_, ago) => addDays(today, -ago)).flatMap((day) => {
    const chance = chanceOf(`visits:${day}`);
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const search = chance.between(40, 70) * (isWeekend ? 2 : 1);
    const counts: [VisitName, number][] = [
      ["search", search],
      ["search_empty", Math.round((search * chance.between(4, 12)) / 100)],
      ["venue", Math.round((search * chance.between(45, 65)) / 100)],
    ];
    return counts.map(([name, count]) => ({ _id: `${day}:${name}`, day, name, count }));
  });
}
