/** The periods of finance: a month by its days, a year by its months. All of Paris. Pure. */
import { addDays, addMonths, formatDay, parisMidnight, parseDay, type Day } from "~/platform/days";

export interface Period {
  /** `2026-11` or `2026`, as the address says it. */
  name: string;
  /** What its sums are told by. */
  unit: "day" | "month";
  /** Its first instant, and the first after it. */
  from: Date;
  to: Date;
  /** 'novembre 2026', '2026' */
  label: string;
  /** The periods beside it, as the address says them. */
  before: string;
  after: string;
}

const monthName = new Intl.DateTimeFormat("fr-FR", {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** 'novembre 2026' for `2026-11`. */
function monthLabel(month: string): string {
  return monthName.format(new Date(`${month}-01T00:00:00Z`));
}

/**
 * @param text `YYYY-MM` or `YYYY`, from 1900 to 9000
 * @param today what an empty or odd text stands for: its month
 */
export function periodOf(text: string, today: Day): Period {
  if (/^(?:19|[2-8]\d)\d\d$/.test(text)) return yearPeriod(Number(text));
  const first = /^(?:19|[2-8]\d)\d\d-\d\d$/.test(text) ? parseDay(`${text}-01`) : null;
  return monthPeriod(first ?? `${today.slice(0, 7)}-01`);
}

function monthPeriod(first: Day): Period {
  const next = addMonths(first, 1);
  const name = first.slice(0, 7);
  return {
    name,
    unit: "day",
    from: parisMidnight(first),
    to: parisMidnight(next),
    label: monthLabel(name),
    before: addMonths(first, -1).slice(0, 7),
    after: next.slice(0, 7),
  };
}

function yearPeriod(year: number): Period {
  return {
    name: String(year),
    unit: "month",
    from: parisMidnight(`${year}-01-01`),
    to: parisMidnight(`${year + 1}-01-01`),
    label: String(year),
    before: String(year - 1),
    after: String(year + 1),
  };
}

/** What a part of a period is called: '22/11/2026', 'novembre 2026'. */
export function partLabel(part: string): string {
  return part.length === 7 ? monthLabel(part) : formatDay(part);
}

/** The instants of a day (`YYYY-MM-DD`) or a month (`YYYY-MM`) of Paris; null where it is neither. */
export function instantsOf(part: string): { from: Date; to: Date } | null {
  if (/^\d{4}-\d{2}$/.test(part)) {
    const first = parseDay(`${part}-01`);
    if (first === null) return null;
    return { from: parisMidnight(first), to: parisMidnight(addMonths(first, 1)) };
  }
  const day = parseDay(part);
  return day === null ? null : { from: parisMidnight(day), to: parisMidnight(addDays(day, 1)) };
}
