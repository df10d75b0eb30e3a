import { beforeEach, describe, expect, it } from "vitest";
import type { TimeRules } from "~/rules/time-rules";
import type { DateRangeOptions } from "~/ui/date-range/options";
import {
  initialState,
  isRefusal,
  NOTHING,
  previewOf,
  reduce,
  type Act,
  type PickerContext,
  type PickerState,
} from "./picker-state";
import { rulesOf, WHOLE_DAYS } from "./rules";

const french = { displayFormat: "DD/MM/YYYY", separator: "-", single: false, locale: "fr" };
const words = { taken: "déjà réservé", closed: "fermé" };
let context: PickerContext;
let state: PickerState;

/** A picker that was just opened, in March 2027. */
function open(options: Partial<DateRangeOptions> = {}, more: Partial<PickerContext> = {}): void {
  context = {
    rules: rulesOf({ id: "dates", label: "Dates", ...options }, words),
    format: { ...french, single: options.single ?? false },
    hasFooter: false,
    startFrom: "2027-03-01",
    ...more,
  };
  state = initialState({ ...NOTHING, ...options.value }, context);
  act({ do: "open" });
}

function act(...acts: Act[]): void {
  for (const one of acts) state = reduce(state, one, context);
}

const press = (day: string) => act({ do: "press", day });
const range = (start: string | null, end: string | null) => ({ start, end, ...WHOLE_DAYS });

describe("choosing a range", () => {
  beforeEach(() => open());

  it("takes two presses, then holds and closes", () => {
    press("2027-03-10");
    expect(state.draft).toEqual(range("2027-03-10", null));
    expect(state).toMatchObject({ isOpen: true, value: NOTHING });
    expect(state.notice).toEqual({ kind: "start", day: "2027-03-10" });
    press("2027-03-12");
    expect(state.value).toEqual(range("2027-03-10", "2027-03-12"));
    expect(state.isOpen).toBe(false);
    expect(state.notice).toEqual({ kind: "end", day: "2027-03-12" });
  });

  it("counts its openings, one more asked for while it is open not among them", () => {
    act({ do: "open" });
    expect(state.openings).toBe(1);
    act({ do: "close" }, { do: "open" });
    expect(state.openings).toBe(2);
  });

  it("puts the ends in order", () => {
    press("2027-03-12");
    press("2027-03-10");
    expect(state.value).toEqual(range("2027-03-10", "2027-03-12"));
  });

  it("takes one day, pressed twice", () => {
    press("2027-03-12");
    press("2027-03-12");
    expect(state.value).toEqual(range("2027-03-12", "2027-03-12"));
  });

  it("starts anew after a whole one", () => {
    press("2027-03-10");
    press("2027-03-12");
    act({ do: "open" });
    press("2027-03-20");
    expect(state.draft).toEqual(range("2027-03-20", null));
    act({ do: "close" });
    expect(state.draft).toEqual(range("2027-03-10", "2027-03-12"));
  });

  it("shows on the way what a press would make", () => {
    press("2027-03-10");
    act({ do: "hover", day: "2027-03-08" });
    expect(previewOf(state, context.rules)).toEqual(range("2027-03-08", "2027-03-10"));
    act({ do: "unhover" });
    expect(previewOf(state, context.rules)).toBeNull();
  });

  it("takes one press in single mode", () => {
    open({ single: true });
    press("2027-03-10");
    expect(state.value).toEqual(range("2027-03-10", "2027-03-10"));
    expect(state.isOpen).toBe(false);
  });
});

describe("what cannot be had", () => {
  const closed = [{ startDate: "2027-03-10", endDate: "2027-03-12", reason: "fermé" }];
  beforeEach(() => open({ min: "2027-03-05", max: "2027-04-30", disabledDates: closed }));

  it.each(["2027-03-04", "2027-05-01"])("is %s, outside of the limits", (day) => {
    press(day);
    expect(state.notice).toEqual({ kind: "outside", day });
    expect(state.draft).toEqual(NOTHING);
  });

  it.each(["2027-03-05", "2027-03-09", "2027-03-13", "2027-04-30"])("is not %s", (day) => {
    press(day);
    expect(state.draft.start).toBe(day);
  });

  it.each(["2027-03-10", "2027-03-12"])("is %s, and it says why", (day) => {
    press(day);
    expect(state.notice).toEqual({ kind: "taken", day, reason: "fermé" });
    expect(state.draft).toEqual(NOTHING);
  });

  it.each([
    ["2027-03-09", "2027-03-13"],
    ["2027-03-13", "2027-03-09"],
  ])("is a range around it: %s and %s", (first, second) => {
    press(first);
    act({ do: "hover", day: second });
    expect(previewOf(state, context.rules)).toBeNull();
    expect(state.notice).toEqual({ kind: "covers" });
    press(second);
    expect(state.notice).toEqual({ kind: "covers" });
    expect(state.draft).toEqual(range(first, null));
    expect(state.isOpen).toBe(true);
  });

  it.each([
    ["04/03/2027 - 06/03/2027", "outside"],
    ["10/03/2027 - 20/03/2027", "taken"],
    ["09/03/2027 - 13/03/2027", "covers"],
  ])("holds for what is typed: %s", (text, kind) => {
    act({ do: "type", text });
    expect(state.notice?.kind).toBe(kind);
    expect(state.value).toEqual(NOTHING);
    act({ do: "page", which: 0, month: "2027-08" }, { do: "close" });
    act({ do: "open" });
    expect(state.typed).toBe(text);
    expect(state.notice?.kind).toBe(kind);
    expect(isRefusal(state.notice)).toBe(true);
  });

  it("stays of what was typed when a shortcut cannot be had either", () => {
    const text = "09/03/2027 - 13/03/2027";
    const past = { start: "2027-03-01", end: "2027-03-31" };
    act({ do: "type", text }, { do: "take", range: past });
    expect(state.notice?.kind).toBe("outside");
    act({ do: "close" });
    expect(state).toMatchObject({ typed: text, notice: { kind: "covers" } });
  });

  it("holds for shortcuts, which then stay open", () => {
    act({ do: "take", range: { start: "2027-03-01", end: "2027-03-31" } });
    expect(state.notice?.kind).toBe("outside");
    expect(state).toMatchObject({ isOpen: true, value: NOTHING });
    act({ do: "take", range: { start: "2027-03-13", end: "2027-03-31" } });
    expect(state).toMatchObject({ isOpen: false, value: range("2027-03-13", "2027-03-31") });
  });
});

describe("typing", () => {
  beforeEach(() => open({ value: { start: "2027-03-03", end: "2027-03-05" } }));

  it("holds at once when it is a range, and brings its month into sight", () => {
    act({ do: "type", text: "07/06/2027 - 09/06/2027" });
    expect(state.value).toEqual(range("2027-06-07", "2027-06-09"));
    expect(state.months).toEqual(["2027-06", "2027-07"]);
    expect(state).toMatchObject({ isOpen: true, typed: "07/06/2027 - 09/06/2027" });
    act({ do: "close" });
    expect(state.typed).toBeNull();
  });

  it("of a range that can be had is not barred by a look at another day", () => {
    open({ disabledDates: [{ startDate: "2027-06-13", endDate: "2027-06-13" }] });
    act({ do: "type", text: "07/06/2027 - 09/06/2027" });
    press("2027-06-13");
    expect(state.notice?.kind).toBe("taken");
    act({ do: "close" });
    expect(state).toMatchObject({ typed: null, notice: null });
    expect(state.value).toEqual(range("2027-06-07", "2027-06-09"));
  });

  it("changes nothing before it is one, and is asked to be mended when it is left", () => {
    act({ do: "type", text: "07/06/20" });
    expect(state.value).toEqual(range("2027-03-03", "2027-03-05"));
    expect(state.notice).toBeNull();
    act({ do: "close" });
    expect(state).toMatchObject({ typed: "07/06/20", notice: { kind: "unreadable" } });
  });

  it.each([true, false])(
    "keeps the field’s own text of one day, with a footer: %s",
    (hasFooter) => {
      open({}, { hasFooter });
      press("2027-06-07");
      press("2027-06-07");
      const own = "07/06/2027 - 07/06/2027";
      act({ do: "type", text: own.slice(0, -1) }, { do: "type", text: own });
      expect(state).toMatchObject({ typed: null, notice: null });
      act({ do: "close" });
      expect(state).toMatchObject({ typed: null, notice: null });
    },
  );

  it("asks to mend one day that the field did not say itself", () => {
    act({ do: "type", text: "07/06/2027 - 07/06/2027" }, { do: "close" });
    expect(state).toMatchObject({ value: { start: "2027-03-03" }, notice: { kind: "unreadable" } });
  });

  it("clears the value with the text", () => {
    act({ do: "type", text: "" });
    expect(state.value).toEqual(NOTHING);
    act({ do: "close" });
    expect(state).toMatchObject({ typed: null, notice: null });
  });

  it("is cleared by the button, and said", () => {
    act({ do: "clear" });
    expect(state).toMatchObject({ value: NOTHING, draft: NOTHING, typed: null, isOpen: true });
    expect(state.notice).toEqual({ kind: "cleared" });
  });
});

describe("with a footer", () => {
  const before = { start: "2027-03-03", end: "2027-03-05" };
  beforeEach(() => open({ value: before }, { hasFooter: true }));

  it("holds when it is applied, and not before both ends are chosen", () => {
    press("2027-03-10");
    act({ do: "apply" });
    expect(state.isOpen).toBe(true);
    press("2027-03-12");
    expect(state).toMatchObject({ isOpen: true, value: before });
    act({ do: "apply" });
    expect(state).toMatchObject({ isOpen: false, value: range("2027-03-10", "2027-03-12") });
  });

  it("is put back as it was when it opened, whatever was typed meanwhile", () => {
    act({ do: "type", text: "07/06/2027 - 09/06/2027" });
    press("2027-06-20");
    act({ do: "cancel" });
    expect(state).toMatchObject({ isOpen: false, value: before, draft: before, typed: null });
  });

  it("is dropped by a press outside", () => {
    press("2027-03-10");
    press("2027-03-12");
    act({ do: "close" });
    expect(state).toMatchObject({ isOpen: false, value: before, draft: before });
  });
});

describe("half days", () => {
  const half = (taken: [string, "AM" | "PM"][], rules?: TimeRules) =>
    open(
      {
        stay: {
          period: "Half",
          unitPrice: 10_000,
          policy: "souple",
          today: "2027-03-01",
          taken: taken.map(([day, slot]) => ({ start: { day, slot }, end: { day, slot } })),
          ...(rules && { rules: { ...rules, says: {} } }),
        },
      },
      { hasFooter: true },
    );

  it("start in the afternoon where the morning is taken, and end in the morning", () => {
    half([
      ["2027-03-10", "AM"],
      ["2027-03-12", "PM"],
    ]);
    press("2027-03-10");
    press("2027-03-12");
    const slots = { startSlot: "PM", endSlot: "AM" };
    expect(state.draft).toEqual({ start: "2027-03-10", end: "2027-03-12", ...slots });
  });

  it("leave out both the first morning and the last afternoon where no more may be had", () => {
    half([], { longestStay: 2 });
    press("2027-03-10");
    press("2027-03-11");
    const slots = { startSlot: "PM", endSlot: "AM" };
    expect(state.draft).toEqual({ start: "2027-03-10", end: "2027-03-11", ...slots });
  });

  it("bar the way in between", () => {
    half([["2027-03-11", "PM"]]);
    press("2027-03-10");
    press("2027-03-12");
    expect(state.notice).toEqual({ kind: "covers" });
    press("2027-03-11");
    expect(state.draft).toMatchObject({ end: "2027-03-11", startSlot: "AM", endSlot: "AM" });
  });

  it("take a day that is whole, and refuse one of which nothing is left", () => {
    half([
      ["2027-03-10", "AM"],
      ["2027-03-10", "PM"],
    ]);
    press("2027-03-10");
    expect(state.notice).toMatchObject({ kind: "taken", reason: "déjà réservé" });
  });

  it("are chosen for each end, where they are free and in order", () => {
    half([["2027-03-12", "PM"]]);
    press("2027-03-10");
    act({ do: "slot", which: "startSlot", slot: "PM" });
    press("2027-03-12");
    expect(state.draft).toMatchObject({ startSlot: "PM", endSlot: "AM" });
    act({ do: "slot", which: "endSlot", slot: "PM" });
    expect(state.notice).toEqual({ kind: "covers" });
    expect(state.draft.endSlot).toBe("AM");
    // Chosen anew, what was wrong is said no more, but what the days come to now.
    act({ do: "slot", which: "endSlot", slot: "AM" });
    expect(state.notice).toEqual({ kind: "end", day: "2027-03-12" });
    act({ do: "slot", which: "startSlot", slot: "AM" });
    expect(state.notice).toEqual({ kind: "start", day: "2027-03-10" });
    expect(state.draft).toMatchObject({ startSlot: "AM", endSlot: "AM" });
    expect(state.value).toEqual(NOTHING);
  });

  it.each([true, false])(
    "bar nothing that was typed and is free, with a footer: %s",
    (hasFooter) => {
      half([["2027-03-09", "PM"]]);
      context.hasFooter = hasFooter;
      act({ do: "type", text: "07/03/2027 - 09/03/2027" });
      act({ do: "slot", which: "endSlot", slot: "PM" });
      expect(state.notice).toEqual({ kind: "covers" });
      act({ do: "close" });
      expect(state).toMatchObject({ typed: null, notice: null, value: { end: "2027-03-09" } });
    },
  );

  it("of a venue rented by the day bar the whole day", () => {
    const taken = [
      { start: { day: "2027-03-10", slot: "PM" }, end: { day: "2027-03-10", slot: "PM" } },
    ];
    const day = {
      period: "Day",
      unitPrice: 1,
      policy: "souple",
      today: "2027-03-01",
      taken,
    } as const;
    open({ stay: day as DateRangeOptions["stay"] });
    press("2027-03-10");
    expect(state.notice).toMatchObject({ kind: "taken" });
  });
});

describe("a press on a day of a month beside", () => {
  const closed = [{ startDate: "2027-04-01", endDate: "2027-04-01", reason: "fermé" }];
  const pressBeside = (day: string) => {
    press(day);
    act({ do: "follow", which: 0, day });
  };

  it("leads to that month, and says what was chosen", () => {
    open({ disabledDates: closed });
    pressBeside("2027-04-02");
    expect(state.months).toEqual(["2027-04", "2027-05"]);
    expect(state.notice).toEqual({ kind: "start", day: "2027-04-02" });
  });

  it("leads nowhere when the day cannot be had, and says why", () => {
    open({ disabledDates: closed });
    pressBeside("2027-04-01");
    expect(state.months).toEqual(["2027-03", "2027-04"]);
    expect(state.notice).toEqual({ kind: "taken", day: "2027-04-01", reason: "fermé" });
  });
});

it("follows the form’s own fields", () => {
  open();
  act({ do: "replace", value: { ...NOTHING, start: "2027-03-10", end: "2027-03-11" } });
  expect(state.draft).toMatchObject({ start: "2027-03-10", end: "2027-03-11" });
});
