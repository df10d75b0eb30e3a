import type { DateRangeOptions } from "~/ui/date-range/options";

/** What the picker takes, and what it does without; days are `YYYY-MM-DD`. */
export const DATE_RANGE_PROPS: Record<keyof DateRangeOptions, string> = {
  id: "of the text field; other ids start with it",
  name: "form name of the text field; none, so that the native fields alone are sent",
  label: "of the text field",
  value: "the days at the start, half days among them; none",
  single: "one date instead of a range, in one calendar; false",
  min: "first day that can be had; none",
  max: "last day that can be had; none",
  disabledDates: "periods that cannot be had, both ends included, each with its reason; none",
  displayFormat: "how days are shown and typed; YYYY-MM-DD",
  separator: "between the two days; ~",
  locale: "names of months and days, and the direction of reading (en)",
  startWeekOn: "first day of the week; sunday",
  yearDirection: "which twelve years the list starts with: forward, backward, middle; forward",
  popupDirection: "up or down, whatever the room; below, and above where there is none",
  color: "one of 17; blue",
  placeholder: "in the empty field; the format of what is to be typed",
  hint: "under the label; the format of what is to be typed",
  readOnly: "nothing can be typed, the calendar chooses; false",
  required: "may not stay empty; false",
  disabled: "cannot be used; false",
  footer: "words of two buttons, Cancel and Apply; without them a choice holds at once",
  startFrom:
    "a day of the month to open with when there is no value; the first month to choose from",
  shortcuts: "true for the built-in list, or a list of one’s own (none)",
  outsideDays: "shows the days of the months beside; true",
  error: "why the form was refused; none",
  stay: "of a venue: half days, what is taken, breakdown and policy of what is chosen; none",
};
