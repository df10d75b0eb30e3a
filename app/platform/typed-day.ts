import { parseDay, parseFrenchDay, type Day } from "./days";
import { withoutUnseen } from "./seen-text";

/**
 * The day that somebody typed, as `DD/MM/YYYY` or as a date field sends it; null when there is none. Beside `days`, which
 * goes to browsers, where nothing that is copied comes with marks that nobody sees.
 */
export function readTypedDay(text: string): Day | null {
  const typed = withoutUnseen(text).trim();
  return parseDay(typed) ?? parseFrenchDay(typed);
}
