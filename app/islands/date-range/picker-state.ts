/**
 * What a picker holds and how each act changes it: pure, so that every rule of choosing is said here
 * and nowhere else. Whatever draws it only asks and tells.
 */
import type { Slot } from "@models/enumerations";
import { monthOf, type Month } from "~/rules/month-grid";
import type { Day } from "~/platform/days";
import {
  readRange,
  showRange,
  type DayRange,
  type RangeFormat,
} from "~/ui/date-range/display-format";
import { openingMonths, pageTo, pageToShow, type Months } from "./months";
import { NARROWEST, WHOLE_DAYS, type DayRules, type Slots } from "./rules";

export interface Choice extends DayRange, Slots {}

export const NOTHING: Choice = { start: null, end: null, ...WHOLE_DAYS };

/** What there is to say after an act. */
export type Notice =
  | { kind: "outside"; day: Day }
  | { kind: "taken"; day: Day; reason: string }
  /** The range would cover what cannot be had. */
  | { kind: "covers" }
  /** The range breaks a rule of the venue's, which says so. */
  | { kind: "rule"; says: string }
  | { kind: "unreadable" }
  | { kind: "start" | "end"; day: Day }
  | { kind: "month"; month: Month }
  | { kind: "cleared" };

export interface PickerState {
  isOpen: boolean;
  /** How often the popup has opened. */
  openings: number;
  /** What holds. */
  value: Choice;
  /** What the calendars show: the value, or what is being chosen. */
  draft: Choice;
  /** The value when the popup opened. */
  before: Choice;
  /** What is being typed; null while the field shows the draft. */
  typed: string | null;
  hovered: Day | null;
  months: Months;
  notice: Notice | null;
}

export type Act =
  | { do: "open" | "close" | "cancel" | "apply" | "clear" }
  | { do: "press" | "hover"; day: Day }
  | { do: "unhover" }
  | { do: "type"; text: string }
  | { do: "take"; range: DayRange }
  | { do: "page"; which: 0 | 1; month: Month }
  /** A day of a month beside the one on show was pressed: its calendar follows. */
  | { do: "follow"; which: 0 | 1; day: Day }
  | { do: "slot"; which: keyof Slots; slot: Slot }
  /** The form's own fields were changed. */
  | { do: "replace"; value: Choice };

export interface PickerContext {
  rules: DayRules;
  format: RangeFormat;
  hasFooter: boolean;
  /** A day of the month to open with when nothing is chosen. */
  startFrom: Day;
}

export function initialState(value: Choice, { startFrom }: PickerContext): PickerState {
  return {
    isOpen: false,
    openings: 0,
    value,
    draft: value,
    before: value,
    typed: null,
    hovered: null,
    months: openingMonths(value, startFrom),
    notice: null,
  };
}

/** Whether both ends are chosen. */
export function isComplete({ start, end }: DayRange): boolean {
  return start !== null && end !== null;
}

export function reduce(state: PickerState, act: Act, context: PickerContext): PickerState {
  switch (act.do) {
    case "open": {
      const { value } = state;
      const months = openingMonths(value, context.startFrom);
      // What is typed and cannot be had stays, and so does why.
      const notice = state.typed === null ? null : state.notice;
      const openings = state.openings + (state.isOpen ? 0 : 1);
      return { ...withValue(state, value), isOpen: true, openings, before: value, months, notice };
    }
    case "close":
      return closed(state, context);
    case "cancel":
      return closed({ ...withValue(state, state.before), typed: null }, context);
    case "apply":
      return isComplete(state.draft) ? closed(withValue(state, state.draft), context) : state;
    case "clear":
      return { ...withValue(state, NOTHING), typed: null, notice: { kind: "cleared" } };
    case "press":
      return pressed(state, act.day, context);
    case "hover":
      return hovered(state, act.day, context.rules);
    case "unhover":
      return { ...state, hovered: null };
    case "type":
      return typed(state, act.text, context);
    case "take":
      return shortcut(state, act.range, context);
    case "page": {
      const months = pageTo(state.months, act.which, act.month);
      return { ...state, months, notice: { kind: "month", month: act.month } };
    }
    case "follow": {
      // What there is to say is of the day, be it why it cannot be had; then nothing moves.
      if (isRefusal(state.notice)) return state;
      return { ...state, months: pageTo(state.months, act.which, monthOf(act.day)) };
    }
    case "slot":
      return slotChosen(state, act, context);
    case "replace":
      return { ...withValue(state, act.value), typed: null, notice: null };
  }
}

/** The range that a click on the day under the pointer would make. */
export function previewOf({ draft, hovered }: PickerState, rules: DayRules): Choice | null {
  if (!draft.start || draft.end || !hovered) return null;
  const made = rangeTo(draft, hovered, rules);
  return "start" in made ? made : null;
}

function withValue(state: PickerState, value: Choice): PickerState {
  return { ...state, value, draft: value, hovered: null };
}

function closed(state: PickerState, context: PickerContext): PickerState {
  const next = { ...withValue(state, state.value), isOpen: false };
  const text = state.typed?.trim() ?? "";
  const range = readRange(text, context.format);
  // Of the text itself: what was said last may be of another day that was pressed, or of a month.
  const notice: Notice | null = range ? held(state, range, context).notice : { kind: "unreadable" };
  // What cannot be had stays to be mended, with why; all else is shown as it is written.
  return text && isRefusal(notice) ? { ...next, notice } : { ...next, typed: null, notice: null };
}

const REFUSALS: (string | undefined)[] = ["outside", "taken", "covers", "rule", "unreadable"];

/** Whether a notice says that something cannot be had. */
export function isRefusal(notice: Notice | null): boolean {
  return REFUSALS.includes(notice?.kind);
}

function refusalOf(day: Day, rules: DayRules): Notice | null {
  if (rules.isOutside(day)) return { kind: "outside", day };
  const reason = rules.reasonAgainst(day);
  return reason === null ? null : { kind: "taken", day, reason };
}

function pressed(state: PickerState, day: Day, context: PickerContext): PickerState {
  const { rules, format, hasFooter } = context;
  const refusal = refusalOf(day, rules);
  if (refusal) return { ...state, notice: refusal };
  const { draft } = state;
  if (!format.single && (!draft.start || draft.end)) {
    const startSlot = rules.takenHalf(day) === "AM" ? "PM" : "AM";
    const begun = { ...NOTHING, start: day, startSlot } as const;
    const notice: Notice = { kind: "start", day };
    return { ...state, draft: begun, typed: null, hovered: null, notice };
  }
  const range = rangeTo(format.single ? { ...draft, start: day } : draft, day, rules);
  if (!("start" in range)) return { ...state, notice: range };
  const notice: Notice = { kind: "end", day: range.end ?? day };
  const next = { ...state, draft: range, typed: null, hovered: null, notice };
  // It holds at once, unless a footer has to say so.
  return hasFooter ? next : { ...next, value: range, isOpen: false };
}

/** From the day that was chosen first to this one, in their order; why not, when it cannot be had. */
function rangeTo(draft: Choice, day: Day, rules: DayRules): WholeChoice | Notice {
  const [start = day, end = day] = [draft.start ?? day, day].sort();
  const wanted = start === draft.start ? draft : WHOLE_DAYS;
  return choiceOf(start, end, wanted, rules);
}

type WholeChoice = Choice & { start: Day; end: Day };

/**
 * A range in the free slots nearest to those wanted, or in fewer of them where that is what a rule asks for;
 * why not, when there are none or a rule is broken.
 */
function choiceOf(start: Day, end: Day, wanted: Slots, rules: DayRules): WholeChoice | Notice {
  const tries = [
    ...([wanted, { ...wanted, endSlot: "AM" }, { ...wanted, startSlot: "PM" }] as const),
    NARROWEST,
  ];
  let refusal: Notice = { kind: "covers" };
  for (const [count, slots] of tries.map((slots) => rules.fit(start, end, slots)).entries()) {
    const broken = slots && rules.broken(start, end, slots);
    if (slots && !broken) return { start, end, ...slots };
    if (count === 0 && broken) refusal = { kind: "rule", says: broken.says };
  }
  return refusal;
}

function hovered(state: PickerState, day: Day, rules: DayRules): PickerState {
  if (state.hovered === day) return state;
  const next = { ...state, hovered: day };
  if (!state.draft.start || state.draft.end || refusalOf(day, rules)) return next;
  const range = rangeTo(state.draft, day, rules);
  if (!("start" in range)) return { ...next, notice: range };
  const isBarred = state.notice?.kind === "covers" || state.notice?.kind === "rule";
  return isBarred ? { ...next, notice: null } : next;
}

function typed(state: PickerState, text: string, context: PickerContext): PickerState {
  const next = { ...state, typed: text, notice: null };
  if (text.trim() === "") return withValue(next, NOTHING);
  // Typed and undone: what it stands for, be it one day or half of one, nobody can type.
  if (text.trim() === showRange(state.draft, context.format)) return { ...next, typed: null };
  const range = readRange(text, context.format);
  return range ? held(next, range, context) : next;
}

/** A range from elsewhere than the calendars, held to the same rules. It needs no footer to hold. */
function held(state: PickerState, range: DayRange, context: PickerContext): PickerState {
  const { start, end } = range;
  if (!start || !end) return state;
  const next = { ...state, months: pageToShow(state.months, start) };
  const refusal = refusalOf(start, context.rules) ?? refusalOf(end, context.rules);
  if (refusal) return { ...next, notice: refusal };
  const choice = choiceOf(start, end, WHOLE_DAYS, context.rules);
  if (!("start" in choice)) return { ...next, notice: choice };
  return { ...withValue(next, choice), notice: { kind: "end", day: end } };
}

function shortcut(state: PickerState, range: DayRange, context: PickerContext): PickerState {
  const next = held(state, range, context);
  return isRefusal(next.notice) ? next : { ...next, typed: null, isOpen: false };
}

function slotChosen(
  state: PickerState,
  { which, slot }: { which: keyof Slots; slot: Slot },
  context: PickerContext,
): PickerState {
  const { start, end } = state.draft;
  if (!start) return state;
  const wanted = { ...state.draft, [which]: slot };
  const fitting = context.rules.fit(start, end ?? start, wanted);
  const isFree = fitting?.startSlot === wanted.startSlot && fitting.endSlot === wanted.endSlot;
  if (!isFree) return { ...state, notice: { kind: "covers" } };
  const broken = end && context.rules.broken(start, end, wanted);
  if (broken) return { ...state, notice: { kind: "rule", says: broken.says } };
  const notice: Notice =
    which === "endSlot" && end ? { kind: "end", day: end } : { kind: "start", day: start };
  const next = { ...state, draft: wanted, notice };
  return context.hasFooter ? next : withValue(next, wanted);
}
