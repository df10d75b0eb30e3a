/**
 * Days as people read and type them in one display format, and ranges of them around a separator.
 * Days are `YYYY-MM-DD` strings; a text that is not exactly in the format is no day.
 */

/** `YYYY-MM-DD`. */
type Day = string;

export interface DayRange {
  start: Day | null;
  end: Day | null;
}

export interface RangeFormat {
  /** YYYY, YY, MMMM, MMM, MM, M, DD and D; all else stands for itself. */
  displayFormat: string;
  separator: string;
  /** One date instead of two. */
  single: boolean;
  /** Names the months of MMMM and MMM. */
  locale: string;
}

const TOKENS = /YYYY|YY|MMMM|MMM|MM|M|DD|D/g;
const NUMBERS: Record<string, string> = {
  YYYY: "([1-9]\\d{3})",
  YY: "(\\d{2})",
  MM: "(\\d{2})",
  M: "(\\d{1,2})",
  DD: "(\\d{2})",
  D: "(\\d{1,2})",
};

/** The names of the twelve months. */
function monthNames(locale: string, length: "long" | "short"): string[] {
  const format = new Intl.DateTimeFormat(locale, {
    month: length,
    timeZone: "UTC",
    calendar: "gregory",
  });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2024, month, 1)));
}

/** A day in the format: '13/03/2027' for DD/MM/YYYY. */
export function showDay(day: Day, { displayFormat, locale }: RangeFormat): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const parts: Record<string, () => string> = {
    YYYY: () => year,
    YY: () => year.slice(2),
    MMMM: () => monthNames(locale, "long")[Number(month) - 1] ?? "",
    MMM: () => monthNames(locale, "short")[Number(month) - 1] ?? "",
    MM: () => month,
    M: () => String(Number(month)),
    DD: () => date,
    D: () => String(Number(date)),
  };
  return displayFormat.replace(TOKENS, (token) => parts[token]?.() ?? token);
}

/** The day that a text names in the format; null when there is none (30/02/2027). */
export function readDay(text: string, { displayFormat, locale }: RangeFormat): Day | null {
  const tokens: string[] = [];
  const names = { MMMM: "long", MMM: "short" } as const;
  let pattern = "";
  let end = 0;
  for (const { 0: token, index } of displayFormat.matchAll(TOKENS)) {
    tokens.push(token);
    const words = token === "MMMM" || token === "MMM" ? monthNames(locale, names[token]) : null;
    const value = words ? `(${words.map(escaped).join("|")})` : NUMBERS[token];
    pattern += escaped(displayFormat.slice(end, index)) + value;
    end = index + token.length;
  }
  const match = new RegExp(`^${pattern}${escaped(displayFormat.slice(end))}$`, "iu").exec(text);
  if (!match) return null;

  const read = { year: 0, month: 0, day: 0 };
  tokens.forEach((token, place) => {
    const part = match[place + 1] ?? "";
    if (token === "MMMM" || token === "MMM") {
      const same = (name: string) => name.toLowerCase() === part.toLowerCase();
      read.month = monthNames(locale, names[token]).findIndex(same) + 1;
    } else if (token.startsWith("Y")) read.year = Number(part) + (token === "YY" ? 2000 : 0);
    else if (token.startsWith("M")) read.month = Number(part);
    else read.day = Number(part);
  });
  const date = new Date(Date.UTC(read.year, read.month - 1, read.day));
  const exists = date.getUTCMonth() === read.month - 1 && date.getUTCDate() === read.day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** A range in the format: '07/06/2027 - 09/06/2027', '07/06/2027 - ' while the end is open. */
export function showRange({ start, end }: DayRange, format: RangeFormat): string {
  if (!start) return "";
  const first = showDay(start, format);
  if (format.single) return first;
  return `${first} ${format.separator} ${end ? showDay(end, format) : ""}`;
}

/**
 * The range that a text names: two days around the separator, or around the middle without one, the
 * first strictly before the second. Null when it is none.
 */
export function readRange(text: string, format: RangeFormat): DayRange | null {
  if (format.single) {
    const day = readDay(text.trim(), format);
    return day ? { start: day, end: day } : null;
  }
  const [first, last] = halvesOf(text.trim(), format.separator).map((half) =>
    readDay(half.trim(), format),
  );
  return first && last && first < last ? { start: first, end: last } : null;
}

function halvesOf(text: string, separator: string): string[] {
  // A separator that the format has too ('-' in YYYY-MM-DD) is the one between spaces.
  for (const between of [` ${separator} `, separator]) {
    const halves = text.split(between);
    if (halves.length === 2) return halves;
  }
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
