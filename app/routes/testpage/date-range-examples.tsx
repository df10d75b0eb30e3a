import { summarizePolicy } from "~/rules/policy";
import type { DateRangeOptions } from "~/ui/date-range/options";
import { DateRange } from "~/ui/date-range/date-range";
import { DateRangeFields } from "~/ui/date-range-fields";
import { TextField } from "~/ui/inputs";
import { DATE_RANGE_OPTIONS } from "./date-range-options";
import type { Example } from "./example";

/** The picker's part of the catalogue. */
export const dateRangeExamples: Example[] = Object.entries(DATE_RANGE_OPTIONS).map(
  ([name, options]) => ({
    name,
    show: () => (
      <DateRange
        options={{ ...options, id: name }}
        note={options.stay && summarizePolicy(options.stay.policy)}
      >
        <NativeFields {...options} />
      </DateRange>
    ),
  }),
);

function NativeFields({
  label,
  single,
  value,
  min = "",
  max = "",
  stay,
}: Omit<DateRangeOptions, "id">) {
  if (single)
    return (
      <TextField
        label={label}
        name="start"
        type="date"
        defaultValue={value?.start ?? ""}
        required={false}
      />
    );
  return (
    <DateRangeFields
      legend={label}
      start={value?.start ?? ""}
      end={value?.end ?? ""}
      min={min}
      max={max}
      slots={stay?.period === "Half" ? { start: "AM", end: "PM" } : undefined}
      required={false}
      withoutUpdate
    />
  );
}
