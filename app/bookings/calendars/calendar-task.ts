/** What passes between who wants a calendar read and the thread that reads it. */
import type { CalendarProblem } from "@models/enumerations";
import { CalendarUnfit } from "./parse-calendar";
import { readCalendar, type CalendarReading, type ReadingOptions } from "./read-calendar";

export interface CalendarTask extends ReadingOptions {
  /** As it came, UTF-8: a text would lie in the heap of the process that only hands it on. */
  body: Uint8Array<ArrayBuffer>;
}

export type CalendarOutcome = { reading: CalendarReading } | CalendarFailure;

export interface CalendarFailure {
  problem: CalendarProblem;
  /** Nothing that the calendar could help. */
  isOurs?: true;
}

/** Reads a calendar; what is wrong with it is an answer like another. */
export function outcomeOf({ body, ...options }: CalendarTask): CalendarOutcome {
  try {
    return { reading: readCalendar(new TextDecoder().decode(body), options) };
  } catch (error) {
    if (error instanceof CalendarUnfit) return { problem: error.problem };
    throw error;
  }
}
