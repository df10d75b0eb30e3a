import { eachDay } from "~/platform/days";
import { formatPeriod, periodOf, type StayRequest } from "./calendar";

/** The days of a stay one by one: 'le 11/06/2027 (après-midi)', 'le 12/06/2027'. */
export function stayDays(stay: StayRequest): string[] {
  const { start, end } = periodOf(stay);
  return eachDay(start.day, end.day).map((day) =>
    formatPeriod({
      start: day === start.day ? start : { day, slot: "AM" },
      end: day === end.day ? end : { day, slot: "PM" },
    }),
  );
}
