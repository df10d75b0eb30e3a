import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, addMonths, daysBetween } from "~/platform/days";
import {
  dayLimits,
  earliestDay,
  isSameStay,
  isStayRefusal,
  latestClosing,
  latestDay,
  overlaps,
  periodOf,
  slotId,
  slotOfId,
  slotsOf,
  unavailablePeriods,
  unitsOf,
  validateRequest,
  type DaySlot,
  type StayRequest,
} from "./calendar";
import { NO_RULES } from "./time-rules";

const TODAY = "2026-11-21";

const anyDay = fc.nat(1500).map((count) => addDays("2026-11-22", count));
const anySlot = fc.constantFrom("AM" as const, "PM" as const);

/** Requests whose ends are in order, by the day and by the half day, with and without slots. */
const anyRequest: fc.Arbitrary<StayRequest> = fc
  .record({
    startDate: anyDay,
    length: fc.nat(365),
    startSlot: fc.option(anySlot, { nil: undefined }),
    endSlot: fc.option(anySlot, { nil: undefined }),
    period: fc.constantFrom("Day" as const, "Half" as const),
  })
  .map(({ length, ...request }) => ({ ...request, endDate: addDays(request.startDate, length) }))
  .filter(
    ({ startDate, endDate, startSlot, endSlot }) =>
      !(startDate === endDate && startSlot === "PM" && endSlot === "AM"),
  );

const id = (taken: DaySlot) => slotId("v", taken);
const half = (day: string, slot: "AM" | "PM"): DaySlot => ({ day, slot });

describe("slotsOf and unitsOf", () => {
  it("takes both halves of each day of a venue rented by the day", () => {
    const request = { startDate: "2027-06-11", endDate: "2027-06-12", period: "Day" } as const;
    const expected = [
      half("2027-06-11", "AM"),
      half("2027-06-11", "PM"),
      half("2027-06-12", "AM"),
      half("2027-06-12", "PM"),
    ];
    expect(slotsOf(request)).toEqual(expected);
    expect(slotsOf({ ...request, startSlot: "PM", endSlot: "AM" })).toEqual(expected);
    expect(unitsOf(request)).toBe(2);
  });

  it("takes the half days between two slots", () => {
    const request = { startDate: "2027-06-11", endDate: "2027-06-13", period: "Half" } as const;
    expect(slotsOf({ ...request, startSlot: "PM", endSlot: "AM" })).toEqual([
      half("2027-06-11", "PM"),
      half("2027-06-12", "AM"),
      half("2027-06-12", "PM"),
      half("2027-06-13", "AM"),
    ]);
    expect(unitsOf({ ...request, startSlot: "PM", endSlot: "AM" })).toBe(4);
    expect(unitsOf({ ...request, startSlot: "PM" })).toBe(5);
    expect(unitsOf({ ...request, endSlot: "AM" })).toBe(5);
    expect(unitsOf(request)).toBe(6);
  });

  it("takes at least one unit", () => {
    const request = { startDate: "2027-06-11", endDate: "2027-06-11" } as const;
    expect(unitsOf({ ...request, period: "Day" })).toBe(1);
    expect(unitsOf({ ...request, period: "Half" })).toBe(2);
    expect(unitsOf({ ...request, period: "Half", endSlot: "AM" })).toBe(1);
    expect(unitsOf({ ...request, period: "Half", startSlot: "PM" })).toBe(1);
    expect(unitsOf({ ...request, period: "Half", startSlot: "PM", endSlot: "PM" })).toBe(1);
  });

  it.each([
    ["2027-03-27", "2027-03-29", 3],
    ["2027-10-30", "2027-11-01", 3],
    ["2028-02-28", "2028-03-01", 3],
    ["2027-02-28", "2027-03-01", 2],
    ["2027-12-31", "2028-01-01", 2],
    ["2028-01-01", "2028-12-31", 366],
  ])("from %s to %s are %i days", (startDate, endDate, days) => {
    expect(unitsOf({ startDate, endDate, period: "Day" })).toBe(days);
    expect(unitsOf({ startDate, endDate, period: "Half" })).toBe(days * 2);
  });

  it("never takes a half day twice, and charges just what it takes", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const slots = slotsOf(request);
        expect(new Set(slots.map(id)).size).toBe(slots.length);
        expect(slots.map(id)).toEqual(slots.map(id).sort());
        const days = daysBetween(request.startDate, request.endDate) + 1;
        if (request.period === "Day") {
          expect(unitsOf(request)).toBe(days);
          expect(slots).toHaveLength(days * 2);
        } else {
          const cut = Number(request.startSlot === "PM") + Number(request.endSlot === "AM");
          expect(unitsOf(request)).toBe(days * 2 - cut);
          expect(slots).toHaveLength(days * 2 - cut);
        }
        expect(unavailablePeriods(slots)).toEqual([periodOf(request)]);
      }),
    );
  });

  it("attack 17: refuses reversed ends", () => {
    const reversed = { startDate: "2027-06-12", endDate: "2027-06-11", period: "Day" } as const;
    expect(() => slotsOf(reversed)).toThrow(RangeError);
    const sameDay = { startDate: "2027-06-11", endDate: "2027-06-11", period: "Half" } as const;
    expect(() => unitsOf({ ...sameDay, startSlot: "PM", endSlot: "AM" })).toThrow(RangeError);
  });

  it("names a half day by venue, day and slot", () => {
    expect(slotId("665f00", half("2027-06-11", "PM"))).toBe("665f00:2027-06-11:PM");
    expect(slotOfId("665f00:2027-06-11:PM")).toEqual({ day: "2027-06-11", slot: "PM" });
  });
});

describe("validateRequest", () => {
  const byDay = { period: "Day", today: TODAY, rules: NO_RULES } as const;
  const byHalf = { period: "Half", today: TODAY, rules: NO_RULES } as const;
  const ask = (startDate?: string | null, endDate?: string | null) => ({ startDate, endDate });

  it("takes a request by the day and fills in whole days", () => {
    const sent = { ...ask("2027-06-11", "2027-06-13"), startSlot: "PM", endSlot: "AM" };
    expect(validateRequest(sent, byDay)).toEqual({
      ok: true,
      stay: {
        startDate: "2027-06-11",
        endDate: "2027-06-13",
        startSlot: "AM",
        endSlot: "PM",
        period: "Day",
      },
    });
  });

  it("does not look at slots by the day", () => {
    const sent = { ...ask("2027-06-11", "2027-06-11"), startSlot: "soir", endSlot: "AM" };
    expect(validateRequest(sent, byDay).ok).toBe(true);
  });

  it("takes a request by the half day, from the first morning to the last afternoon by default", () => {
    const sent = ask("2027-06-11", "2027-06-11");
    const stay = { ...sent, startSlot: "AM", endSlot: "PM", period: "Half" };
    expect(validateRequest(sent, byHalf)).toEqual({ ok: true, stay });
    expect(validateRequest({ ...sent, startSlot: "", endSlot: null }, byHalf)).toEqual({
      ok: true,
      stay,
    });
    expect(validateRequest({ ...sent, startSlot: "PM", endSlot: "PM" }, byHalf)).toEqual({
      ok: true,
      stay: { ...stay, startSlot: "PM" },
    });
  });

  it("takes days typed as DD/MM/YYYY and pasted with spaces", () => {
    expect(validateRequest(ask(" 11/06/2027 ", "13/06/2027"), byDay)).toMatchObject({
      ok: true,
      stay: { startDate: "2027-06-11", endDate: "2027-06-13" },
    });
  });

  it.each([
    [ask(undefined, "2027-06-11"), "dates_required"],
    [ask("2027-06-11", null), "dates_required"],
    [ask("", ""), "dates_required"],
    [ask("2027-06-11", "  "), "dates_required"],
    [ask("2027-02-30", "2027-03-01"), "day_invalid"],
    [ask("2027-02-28", "29/02/2027"), "day_invalid"],
    [ask("bientôt", "2027-03-01"), "day_invalid"],
    [ask("2027-06-13", "2027-06-11"), "reversed"],
    [ask("2026-11-20", "2026-11-25"), "too_early"],
    [ask(TODAY, "2026-11-25"), "too_early"],
    [ask("2027-06-11", "2037-06-11"), "too_late"],
    [ask("2028-05-22", "2028-05-22"), "too_late"],
    [ask("2028-05-21", "2028-05-22"), "too_late"],
    [ask("2026-11-22", "2027-11-23"), "too_long"],
  ])("refuses %j: %s", (sent, code) => {
    expect(validateRequest(sent, byDay)).toEqual({ ok: false, code });
    expect(validateRequest(sent, byHalf)).toEqual({ ok: false, code });
  });

  it("refuses slots that are not slots or run backwards within a day", () => {
    const sent = ask("2027-06-11", "2027-06-11");
    const code = (slots: { startSlot?: string; endSlot?: string }) => {
      const check = validateRequest({ ...sent, ...slots }, byHalf);
      return check.ok ? null : check.code;
    };
    expect(code({ startSlot: "am" })).toBe("slot_invalid");
    expect(code({ endSlot: "soir" })).toBe("slot_invalid");
    expect(code({ startSlot: "PM", endSlot: "AM" })).toBe("slots_reversed");
    expect(code({ startSlot: "AM", endSlot: "AM" })).toBeNull();
  });

  it("allows tomorrow, the day 18 months ahead and 366 days, and not one more", () => {
    expect(earliestDay(TODAY)).toBe("2026-11-22");
    expect(latestDay(TODAY)).toBe("2028-05-21");
    expect(validateRequest(ask("2026-11-22", "2026-11-22"), byDay).ok).toBe(true);
    expect(validateRequest(ask("2028-05-21", "2028-05-21"), byDay).ok).toBe(true);
    const longest = { startDate: "2026-11-22", endDate: "2027-11-22" };
    expect(validateRequest(longest, byDay).ok).toBe(true);
    expect(unitsOf({ ...longest, period: "Day" })).toBe(366);
  });

  it("only accepts stays within the rules, which can always be counted", () => {
    const typed = fc.oneof(anyDay, fc.constant("2027-02-30"), fc.constant(TODAY));
    const slot = fc.option(fc.constantFrom("AM", "PM", "soir"), { nil: undefined });
    const raw = fc.record({ startDate: typed, endDate: typed, startSlot: slot, endSlot: slot });
    fc.assert(
      fc.property(raw, fc.constantFrom(byDay, byHalf), (sent, rules) => {
        const check = validateRequest(sent, rules);
        if (!check.ok) return;
        expect(check.stay.startDate > TODAY).toBe(true);
        expect(check.stay.endDate <= addMonths(TODAY, 18)).toBe(true);
        expect(slotsOf(check.stay).length).toBeLessThanOrEqual(732);
        expect(unitsOf(check.stay)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe("overlaps", () => {
  it("tells touching from overlapping", () => {
    const morning = { start: half("2027-06-11", "AM"), end: half("2027-06-11", "AM") };
    const afternoon = { start: half("2027-06-11", "PM"), end: half("2027-06-12", "AM") };
    const long = { start: half("2027-06-01", "PM"), end: half("2027-06-30", "AM") };
    expect(overlaps(morning, afternoon)).toBe(false);
    expect(overlaps(afternoon, morning)).toBe(false);
    expect(overlaps(morning, morning)).toBe(true);
    expect(overlaps(long, morning)).toBe(true);
    expect(overlaps(afternoon, long)).toBe(true);
  });

  it("says whether two requests have a half day in common", () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (a, b) => {
        const ofA = new Set(slotsOf(a).map(id));
        const shared = slotsOf(b).some((taken) => ofA.has(id(taken)));
        expect(overlaps(periodOf(a), periodOf(b))).toBe(shared);
      }),
    );
  });
});

it("tells stays of the same half days from others", () => {
  const stay = { startDate: "2027-06-11", endDate: "2027-06-12" };
  const whole = { ...stay, startSlot: "AM", endSlot: "PM" } as const;
  expect(isSameStay(whole, { ...whole })).toBe(true);
  expect(isSameStay(whole, { ...whole, startSlot: "PM" })).toBe(false);
  expect(isSameStay(whole, { ...whole, endDate: "2027-06-13" })).toBe(false);
});

describe("dayLimits", () => {
  it("are tomorrow and 18 months on, as Paris counts the day", () => {
    // Half past midnight on the 12th in Paris.
    const limits = dayLimits(new Date("2027-06-11T22:30:00Z"));
    expect(limits).toEqual({ earliest: "2027-06-13", latest: "2028-12-12" });
  });
});

it.each([
  ["2026-11-21", "2029-11-21"],
  ["2028-02-29", "2031-02-28"],
])("lets an owner close days 36 months ahead: on %s until %s", (today, latest) => {
  expect(latestClosing(today)).toBe(latest);
});

it.each([
  // Of the calendar, and of a venue's own rules.
  ...(["dates_required", "slots_reversed", "too_long"] as const).map(
    (code) => [code, true] as const,
  ),
  ...(["too_soon", "stay_too_long"] as const).map((code) => [code, true] as const),
  ...["days_taken", "hold_wait", ""].map((code) => [code, false] as const),
])("a refusal %j is of the days that were asked for: %s", (code, isOfDays) => {
  expect(isStayRefusal(code)).toBe(isOfDays);
});
