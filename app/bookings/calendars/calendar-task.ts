/** What passes between who wants a calendar read and the thread that reads it. */
import type { CalendarProblem } from "@models/enumerations";
import { CalendarUnfit } from "./parse-calendar";
import { readCalendar, type CalendarReading, type ReadingOptions } from "./read-calendar";

export interface CalendarTask extends ReadingOptions {
  text: string;
}

export type CalendarOutcome = { reading: CalendarReading } | CalendarFailure;

export interface CalendarFailure {
  problem: CalendarProblem;
  /** Nothing that the calendar could help. */
  isOurs?: true;
}

/** Reads a calendar; what is wrong with it is an answer like another. */
export function outcomeOf({ text, ...options }: CalendarTask): CalendarOutcome {
  try {
    return { reading: readCalendar(text, options) };
  } catch (error) {
    if (error instanceof CalendarUnfit) return { problem: error.problem };
    throw error;
  }
}
