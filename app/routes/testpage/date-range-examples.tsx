import { summarizePolicy } from "~/bookings/rules/policy";
import type { DateRangeOptions } from "~/ui/date-range/options";
import { DateRange } from "~/ui/date-range/date-range";
import { DateRangeFields } from "~/ui/date-range-fields";
import { TextField } from "~/ui/inputs";
import type { Example } from "./example";

/** Each state and option of the date-range picker; all days are made up, none is near today. */
const OPTIONS: Record<string, Omit<DateRangeOptions, "id">> = {
  defaults: { label: "Defaults" },
  chosen: { label: "A range", value: { start: "2027-03-27", end: "2027-04-02" } },
  "start-from": { label: "Opens with a month", startFrom: "2027-03-15" },
  named: { label: "A name of its own", name: "when", startFrom: "2027-03-15" },
  single: { label: "One date", single: true, startFrom: "2027-03-15" },
  limits: { label: "First and last day", min: "2027-03-10", max: "2028-05-20" },
  "disabled-dates": {
    label: "Periods that cannot be had",
    startFrom: "2027-03-01",
    disabledDates: [
      { startDate: "2027-03-10", endDate: "2027-03-12", reason: "closed for works" },
      { startDate: "2027-03-20", endDate: "2027-03-20" },
    ],
  },
  footer: {
    label: "With a footer",
    footer: { cancel: "Cancel", apply: "Apply" },
    value: { start: "2027-03-03", end: "2027-03-05" },
  },
  shortcuts: { label: "Built-in shortcuts", shortcuts: true },
  "own-shortcuts": {
    label: "Shortcuts of one’s own",
    startFrom: "2027-03-01",
    shortcuts: {
      past: "{n} days back",
      spring: { text: "Spring", period: { start: "2027-03-20", end: "2027-06-20" } },
      today: "Right now",
      reversed: { text: "Never", period: { start: "2027-06-20", end: "2027-03-20" } },
    },
  },
  french: {
    label: "En français",
    locale: "fr",
    displayFormat: "DD/MM/YYYY",
    separator: "-",
    startWeekOn: "monday",
    startFrom: "2027-03-01",
  },
  "right-to-left": { label: "Right to left", locale: "ar", startFrom: "2027-03-01" },
  "unknown-locale": { label: "An unknown locale", locale: "xx", startFrom: "2027-03-01" },
  "empty-locale": { label: "An empty locale", locale: "", startFrom: "2027-03-01" },
  "bad-limits": { label: "Limits that are no days", min: "2027-02-30", max: "soon" },
  backward: { label: "Years before", yearDirection: "backward", startFrom: "2027-03-01" },
  middle: { label: "Years around", yearDirection: "middle", startFrom: "2027-03-01" },
  up: { label: "Opens above", popupDirection: "up", startFrom: "2027-03-01" },
  down: { label: "Opens below", popupDirection: "down", startFrom: "2027-03-01" },
  rose: { label: "In rose", color: "rose", value: { start: "2027-03-03", end: "2027-03-05" } },
  "no-colour": { label: "An unknown colour", color: "beige", startFrom: "2027-03-01" },
  placeholder: {
    label: "A placeholder",
    placeholder: "When?",
    hint: "Two days",
    startFrom: "2027-03-01",
  },
  "read-only": {
    label: "Read only",
    readOnly: true,
    value: { start: "2027-03-03", end: "2027-03-05" },
  },
  disabled: { label: "Disabled", disabled: true },
  required: { label: "Required", required: true, startFrom: "2027-03-01" },
  refused: { label: "Refused", error: "These days are gone.", startFrom: "2027-03-01" },
  "no-outside-days": {
    label: "Days of the month alone",
    outsideDays: false,
    startFrom: "2027-03-01",
  },
  clocks: { label: "The clocks go back", startFrom: "2027-10-01" },
  stay: {
    label: "Date de réservations",
    locale: "fr",
    displayFormat: "DD/MM/YYYY",
    separator: "-",
    startWeekOn: "monday",
    outsideDays: false,
    min: "2027-06-03",
    max: "2028-12-02",
    footer: { cancel: "Annuler", apply: "Réserver" },
    stay: {
      period: "Half",
      unitPrice: 38_000,
      policy: "modérée",
      today: "2027-06-02",
      taken: [
        { start: { day: "2027-06-06", slot: "AM" }, end: { day: "2027-06-06", slot: "PM" } },
        { start: { day: "2027-06-11", slot: "AM" }, end: { day: "2027-06-11", slot: "AM" } },
        { start: { day: "2027-06-18", slot: "AM" }, end: { day: "2027-06-20", slot: "PM" } },
        { start: { day: "2027-07-14", slot: "PM" }, end: { day: "2027-07-14", slot: "PM" } },
      ],
    },
  },
};

/** The picker's part of the catalogue. */
export const dateRangeExamples: Example[] = Object.entries(OPTIONS).map(([name, options]) => ({
  name,
  show: () => (
    <DateRange
      options={{ ...options, id: name }}
      note={options.stay && summarizePolicy(options.stay.policy)}
    >
      <NativeFields {...options} />
    </DateRange>
  ),
}));

function NativeFields({
  label,
  single,
  value,
  min = "",
  max = "",
  stay,
}: Omit<DateRangeOptions, "id">) {
  if (single)
    return <TextField label={label} name="start" type="date" defaultValue={value?.start ?? ""} />;
  return (
    <DateRangeFields
      legend={label}
      start={value?.start ?? ""}
      end={value?.end ?? ""}
      min={min}
      max={max}
      slots={stay?.period === "Half" ? { start: "AM", end: "PM" } : undefined}
      withoutUpdate
    />
  );
}
