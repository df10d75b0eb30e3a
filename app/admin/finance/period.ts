/** The periods of finance: a month by its days, a year by its months. All of Paris. Pure. */
import { formatDay, parisMidnight, type Day } from "~/platform/days";
import {
  firstDay,
  formatMonth,
  monthOf,
  parseMonth,
  shiftMonth,
  type Month,
} from "~/rules/month-grid";

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

/** Whether a text is a month, `YYYY-MM`, or a year, `YYYY`, from 1900 to 9000. */
export function isPeriod(text: string): boolean {
  return parseMonth(text) !== null || parseMonth(`${text}-01`) !== null;
}

/**
 * @param text `YYYY-MM` or `YYYY`
 * @param today what an empty or odd text stands for: its month
 */
export function periodOf(text: string, today: Day): Period {
  if (!isPeriod(text)) return monthPeriod(monthOf(today));
  return text.length === 4 ? yearPeriod(Number(text)) : monthPeriod(text);
}

function monthPeriod(month: Month): Period {
  const after = shiftMonth(month, 1);
  return {
    name: month,
    unit: "day",
    from: parisMidnight(firstDay(month)),
    to: parisMidnight(firstDay(after)),
    label: formatMonth(month),
    before: shiftMonth(month, -1),
    after,
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
  return part.length === 7 ? formatMonth(part) : formatDay(part);
}
