/** The forms that name days of a venue. What of them may be had is the calendar's to say, not theirs. */
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import { isDay } from "~/platform/days";
import { withFacts } from "~/platform/web/field-facts";
import { shortText } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";
import { refusalMessage, type RefusalCode } from "~/platform/refusal";
import { withoutUnseen } from "~/platform/seen-text";
import { isStayRefusal, type RawStayRequest, type Stay } from "~/rules/calendar";

/** A day or a slot as it was typed; what of them may be had is the calendar's to say. */
export const typedText = z.string().trim().max(40).optional();
const DAY = {
  description: "YYYY-MM-DD, or DD/MM/YYYY.",
  pattern: "^\\s*(?:\\d{4}-\\d{2}-\\d{2}|\\d{2}/\\d{2}/\\d{4})\\s*$",
  example: "2027-06-11",
};
/** A day that a call cannot do without, and one that it can: a charge of what is held has none. */
export const calledDay = withFacts(
  z
    .string({ required_error: refusalMessage("dates_required") })
    .trim()
    .max(40),
  DAY,
);
export const calledDayIfAny = withFacts(z.string().trim().max(40).optional(), {
  ...DAY,
  requiredWithout: "reservationId",
});
/** The first or the last half day. */
export const calledSlot = withFacts(z.string().trim().max(40).optional(), {
  description:
    "AM or PM, for a venue rented by the half day. Left out, the first day begins with its AM and the last ends with its PM.",
  pattern: "^\\s*(?:AM|PM)\\s*$",
});

export const typedStay = {
  start: typedText,
  end: typedText,
  startSlot: typedText,
  endSlot: typedText,
};

/** Refused for what other days would mend. */
const OTHER_DAYS: readonly RefusalCode[] = ["days_taken", "too_expensive", "hold_too_long"];

/** The field of a form of days at which a refusal is said; none where other days would mend nothing. */
export function fieldOfDays(code: RefusalCode): "start" | undefined {
  return isStayRefusal(code) || OTHER_DAYS.includes(code) ? "start" : undefined;
}

/** What a refusal is about that concerns other unpaid requests, not what was typed. */
export const UNPAID_FIELD = "demandes";

/** 'Réserver' on a venue's page. */
export const reserveInput = input({
  ...typedStay,
  /** Made with the page: the same press twice is one reservation. */
  requestKey: shortText,
});
/** The days of a form, as they were typed. */
export type TypedStay = Pick<InputData<typeof reserveInput>, keyof typeof typedStay>;

/** The days of a form by the names that the calendar knows them under. */
export function rawStayOf({ start, end, startSlot, endSlot }: TypedStay) {
  return { startDate: dayText(start), endDate: dayText(end), startSlot, endSlot };
}

/** What others read of a day: where it is copied, marks that nobody sees come along. */
function dayText<None extends null | undefined>(typed: string | None): string | None {
  return typeof typed === "string" ? withoutUnseen(typed) : typed;
}

/** The days of an address, as a venue's page has them, by the names that the calendar knows them under. */
export function rawStayOfQuery(query: URLSearchParams): RawStayRequest {
  return {
    startDate: dayText(query.get("start")),
    endDate: dayText(query.get("end")),
    startSlot: query.get("startSlot"),
    endSlot: query.get("endSlot"),
  };
}

/** The days of a form as a query string, for coming back to the page they were chosen on. */
export function stayQuery({ start, end, startSlot, endSlot }: TypedStay): string {
  const chosen = Object.entries({ start, end, startSlot, endSlot }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chosen.length > 0 ? `?${new URLSearchParams(chosen).toString()}` : "";
}

/** A venue's page with the days that were wanted there, to choose anew from. */
export function hrefWithDays({
  venueId,
  startDate: start,
  endDate: end,
  startSlot,
  endSlot,
}: Omit<Stay, "period"> & { venueId: string }): string {
  return `/reservation/${venueId}${stayQuery({ start, end, startSlot, endSlot })}`;
}

/** 'Fermer ces jours' on an owner's page of a venue. */
export const closeDaysInput = input(typedStay);

/** The same by a program. */
export const closeDaysCallInput = input({
  start: calledDay,
  end: calledDay,
  startSlot: calledSlot,
  endSlot: calledSlot,
});

const day = withFacts(z.string().refine(isDay), {
  format: "date",
  pattern: "^[1-9]\\d{3}-\\d{2}-\\d{2}$",
  example: "2027-06-11",
});

/** 'Rouvrir', beside days that an owner closed. */
export const reopenDaysInput = input({
  startDate: day,
  endDate: day,
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
});
