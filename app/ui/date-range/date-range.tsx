import type { ReactNode } from "react";
import { Island } from "../island";
import { DateRangeControl, type DateRangeControlProps } from "./date-range-control";
import { showRange } from "./display-format";
import { formatOf } from "./options";

interface DateRangeProps extends Pick<DateRangeControlProps, "options" | "price" | "note"> {
  className?: string;
  /**
   * The native fields `start` and `end` (`startSlot`, `endSlot`), which do the same without script. Required only in a form
   * of `noValidate`: a browser cannot point at a hidden field that lacks a value, and would send nothing, silently.
   */
  children: ReactNode;
}

/**
 * One field with a calendar in place of two native date fields, where scripts run. The native fields
 * stay in the page, carry the values, and come back when the script fails.
 */
export function DateRange({ options, price, note, className, children }: DateRangeProps) {
  const text = options.value ? showRange(options.value, formatOf(options)) : "";
  return (
    <Island
      name="date-range"
      props={{ ...options, first: { price, note } }}
      load="focus"
      replaces
      className={className}
      control={
        <DateRangeControl
          options={options}
          text={text}
          error={options.error}
          price={price}
          note={note}
        />
      }
    >
      {children}
    </Island>
  );
}
