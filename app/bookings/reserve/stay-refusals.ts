/** What calls that take days of a venue refuse, as their document names it. */
import type { RefusalCode } from "~/platform/refusal";
import { CALENDAR_REFUSALS } from "~/rules/calendar";
import { TIME_REFUSALS } from "~/rules/time-rules";

/** Of the days and slots that are asked for: `validateRequest`'s. */
export const STAY_REFUSALS = [...CALENDAR_REFUSALS, ...TIME_REFUSALS] as const;

/** Of days that are to be held until they are paid. */
export const HOLD_REFUSALS = [
  "days_taken",
  "too_expensive",
  "hold_too_long",
  "holds_full",
  "holds_days",
  "hold_wait",
  "holds_address",
  "payment_opening",
] as const satisfies readonly RefusalCode[];
