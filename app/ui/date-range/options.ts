import type { PriceLine } from "../price-breakdown";
import type { DayRange, RangeFormat } from "./display-format";

/** `YYYY-MM-DD`. */
type Day = string;
type Slot = "AM" | "PM";

export const WEEKDAYS = [
  ...(["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const),
];
export const COLORS = [
  ...(["blue", "orange", "yellow", "red", "purple", "amber", "lime", "green", "emerald"] as const),
  ...(["teal", "cyan", "sky", "indigo", "violet", "fuchsia", "pink", "rose"] as const),
];

export interface DisabledDates {
  startDate: Day;
  endDate: Day;
  /** Said with each of its days: 'déjà réservé'. */
  reason?: string;
}

/** Built-in shortcuts by name, each with its words, and any others with the days that they stand for. */
export interface ShortcutList {
  today?: string;
  yesterday?: string;
  /** With `{n}` for the number of days: gives two, of 7 and of 30 days. */
  past?: string;
  currentMonth?: string;
  pastMonth?: string;
  [other: string]: string | { text: string; period: { start: Day; end: Day } } | undefined;
}

/** Lengths are in the venue's unit; no day of a stay may be a closed one. */
export interface StayRules {
  minimumNotice?: number;
  closedWeekdays?: readonly WeekdayName[];
  shortestStay?: number;
  longestStay?: number;
  says: Partial<Record<"too_soon" | "weekday_closed" | "stay_too_short" | "stay_too_long", string>>;
}
type WeekdayName = "lundi" | "mardi" | "mercredi" | "jeudi" | "vendredi" | "samedi" | "dimanche";

/** What the chosen days are charged, and what of a venue's half days is taken. */
export interface StayOptions {
  period: "Day" | "Half";
  /** Cents. */
  unitPrice: number;
  /** Without a reason: taken by somebody. */
  taken: readonly {
    start: { day: Day; slot: Slot };
    end: { day: Day; slot: Slot };
    reason?: string;
  }[];
  /** What the venue asks of the days, with the sentence that says so against days that break it. */
  rules?: StayRules;
  /** Who cancels gets back what: its name, and the day it is in Paris. */
  policy: "souple" | "modérée" | "stricte";
  today: Day;
}

/**
 * The options of the date-range picker. They are an island's props: plain JSON, days as `YYYY-MM-DD`.
 * Left out, they are as the comment says.
 */
export interface DateRangeOptions {
  /** Of the text field; other ids start with it. */
  id: string;
  /** Form name of the text field; none, so that the native fields alone are sent. */
  name?: string;
  label: string;
  /** The days at the start; none. Half days stand in the native fields `startSlot` and `endSlot`. */
  value?: DayRange & { startSlot?: Slot; endSlot?: Slot };
  /** One date instead of a range, in one calendar instead of two. */
  single?: boolean;
  /** First and last day that can be had; none. */
  min?: Day;
  max?: Day;
  /** Periods that cannot be had, both ends included. */
  disabledDates?: readonly DisabledDates[];
  /** YYYY-MM-DD. */
  displayFormat?: string;
  /** ~ */
  separator?: string;
  /** Names of months and days, and the direction of reading; en, also for one that the browser lacks. */
  locale?: string;
  /** sunday */
  startWeekOn?: (typeof WEEKDAYS)[number];
  /** Which twelve years the list starts with, y being the one shown: y to y+11 (forward), y−11 to y
   *  (backward), y−4 to y+7 (middle); forward. */
  yearDirection?: "forward" | "backward" | "middle";
  /** Where the popup opens, whatever the room; below, and above where there is none. */
  popupDirection?: "up" | "down";
  /** blue, also for an unknown one. */
  color?: string;
  /** The format of what is to be typed. */
  placeholder?: string;
  /** Under the label; the format of what is to be typed, in the words of the locale. */
  hint?: string;
  /** Nothing can be typed; the calendar chooses. */
  readOnly?: boolean;
  required?: boolean;
  disabled?: boolean;
  /** Words of the two buttons; without them a choice holds at once. */
  footer?: { cancel: string; apply: string };
  /** A day of the month to open with when there is no value. */
  startFrom?: Day;
  /** `true` for the built-in list; a list of one's own replaces it. */
  shortcuts?: true | ShortcutList;
  /** Shows the days of the months beside; true. */
  outsideDays?: boolean;
  /** Why the form was refused. */
  error?: string;
  /** For a venue: half days, breakdown and policy of what is chosen. */
  stay?: StayOptions;
}

/** What the server said beside the field: it stands until another choice is made. */
export interface FirstShown {
  price?: { lines: readonly PriceLine[]; total?: PriceLine };
  note?: string;
}

/** How days are shown and read with these options. */
export function formatOf(options: DateRangeOptions): RangeFormat {
  return {
    displayFormat: options.displayFormat ?? "YYYY-MM-DD",
    separator: options.separator ?? "~",
    single: options.single ?? false,
    locale: knownLocale(options.locale),
  };
}

/** The locale that names months and days; `en` for none and for one that is unknown here. */
export function knownLocale(locale: string | undefined): string {
  try {
    return locale && Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : "en";
  } catch {
    return "en";
  }
}

/** The format of what is to be typed, in the words of its locale: 'JJ/MM/AAAA - JJ/MM/AAAA'. */
export function formatName({ displayFormat, separator, single, locale }: RangeFormat): string {
  const day = locale.startsWith("fr")
    ? displayFormat.replaceAll("D", "J").replaceAll("Y", "A")
    : displayFormat;
  return single ? day : `${day} ${separator} ${day}`;
}
