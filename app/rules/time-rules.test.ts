import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, todayInParis } from "~/platform/days";
import { withPreparation, availability } from "./availability";
import { dayLimits, slotsOf, unitsOf, validateRequest, type Stay } from "./calendar";
import { heldSlots, tooNear } from "./preparation";
import {
  contradictionOf,
  NO_RULES,
  ruleAgainst,
  timeRulesOf,
  type TimeRules,
  isTimeRefusal,
} from "./time-rules";
import { ruleSentences, ruleTerms } from "./time-rule-words";

/** A Monday. */
const TODAY = "2027-06-07";
const days = (startDate: string, endDate = startDate, units = 1) => ({ startDate, endDate, units });
const half = (day: string, slot: "AM" | "PM") => ({ day, slot });
const text = ({ day, slot }: { day: string; slot: string }) => `${day.slice(5)} ${slot}`;

describe("notice", () => {
  it.each([
    [undefined, "2027-06-08"],
    [1, "2027-06-08"],
    [3, "2027-06-10"],
  ])("of %s days opens on %s, and not the day before", (minimumNotice, first) => {
    expect(ruleAgainst(days(first), TODAY, { minimumNotice })).toBeNull();
    expect(ruleAgainst(days(addDays(first, -1)), TODAY, { minimumNotice })).toBe("too_soon");
  });

  it("counts from the day it is in Paris, through the nights that clocks change", () => {
    // Half past midnight on the 28th in Paris, and an hour before it is the 28th.
    for (const [instant, earliest] of [
      ["2027-03-27T23:30:00Z", "2027-03-30"],
      ["2027-03-27T22:30:00Z", "2027-03-29"],
      ["2027-10-30T22:30:00Z", "2027-11-02"],
      ["2027-10-30T21:30:00Z", "2027-11-01"],
    ] as const) {
      const now = new Date(instant);
      expect(dayLimits(now, { minimumNotice: 2 }).earliest).toBe(earliest);
      expect(ruleAgainst(days(earliest), todayInParis(now), { minimumNotice: 2 })).toBeNull();
    }
  });
});

describe("closed days of the week", () => {
  const rules: TimeRules = { closedWeekdays: ["dimanche", "mercredi"] };
  it.each([
    ["2027-06-10", "2027-06-12", null],
    ["2027-06-13", "2027-06-13", "weekday_closed"],
    ["2027-06-12", "2027-06-14", "weekday_closed"],
    ["2027-06-12", "2027-06-13", "weekday_closed"],
    ["2027-06-10", "2027-07-10", "weekday_closed"],
    // The Sundays on which the clocks change.
    ["2028-03-26", "2028-03-26", "weekday_closed"],
    ["2027-10-31", "2027-10-31", "weekday_closed"],
    ["2027-10-29", "2027-10-30", null],
  ])("from %s to %s: %s", (start, end, expected) => {
    expect(ruleAgainst(days(start, end), TODAY, rules)).toBe(expected);
  });
});

describe("lengths", () => {
  const rules: TimeRules = { shortestStay: 2, longestStay: 3 };
  const check = (endDate: string, startSlot: string, endSlot: string, period: "Day" | "Half") => {
    const raw = { startDate: "2027-06-11", endDate, startSlot, endSlot };
    const checked = validateRequest(raw, { period, today: TODAY, rules });
    return checked.ok ? null : checked.code;
  };
  it.each([
    ["2027-06-11", "AM", "PM", "Day", "stay_too_short"],
    ["2027-06-12", "AM", "PM", "Day", null],
    ["2027-06-13", "AM", "PM", "Day", null],
    ["2027-06-14", "AM", "PM", "Day", "stay_too_long"],
    ["2027-06-11", "PM", "PM", "Half", "stay_too_short"],
    ["2027-06-11", "AM", "PM", "Half", null],
    ["2027-06-12", "PM", "PM", "Half", null],
    ["2027-06-12", "AM", "PM", "Half", "stay_too_long"],
  ] as const)("until %s, %s to %s, by the %s: %s", (end, from, to, period, expected) => {
    expect(check(end, from, to, period)).toBe(expected);
  });
});

it("tells rules that no stay could keep", () => {
  const open = { time: "Day" } as const;
  expect(contradictionOf(open)).toBeNull();
  expect(contradictionOf({ ...open, shortestStay: 3, longestStay: 3 })).toBeNull();
  expect(contradictionOf({ ...open, shortestStay: 3, longestStay: 2 })).toBe(
    "stay_lengths_reversed",
  );
  const sundays = { ...open, closedWeekdays: ["dimanche" as const] };
  expect(contradictionOf({ ...sundays, shortestStay: 6 })).toBeNull();
  expect(contradictionOf({ ...sundays, shortestStay: 7 })).toBe("stay_never_open");
  // Twelve half days are six days, and so are eleven.
  expect(contradictionOf({ ...sundays, time: "Half", shortestStay: 12 })).toBeNull();
  expect(contradictionOf({ ...sundays, time: "Half", shortestStay: 13 })).toBe("stay_never_open");
  // More than 31 days nobody can hold.
  expect(contradictionOf({ ...open, shortestStay: 31 })).toBeNull();
  expect(contradictionOf({ ...open, shortestStay: 32 })).toBe("stay_never_held");
  expect(contradictionOf({ time: "Half", shortestStay: 62 })).toBeNull();
  expect(contradictionOf({ time: "Half", shortestStay: 63 })).toBe("stay_never_held");
  const midweek = { ...open, closedWeekdays: ["mercredi", "jeudi"] as const, shortestStay: 5 };
  expect(contradictionOf(midweek)).toBeNull();
});

describe("preparation", () => {
  it("is taken before and after the stay's own half days", () => {
    const stay = { startDate: "2027-06-11", endDate: "2027-06-11", period: "Half" } as const;
    const both = { preparationBefore: 3, preparationAfter: 2 };
    const held = heldSlots({ ...stay, startSlot: "PM", endSlot: "PM" }, both);
    expect(held.map((slot) => text(slot) + (slot.preparation ? " p" : ""))).toEqual([
      ...["06-10 AM p", "06-10 PM p", "06-11 AM p"],
      "06-11 PM",
      ...["06-12 AM p", "06-12 PM p"],
    ]);
    expect(heldSlots(stay, NO_RULES)).toEqual(slotsOf(stay));
  });

  it("leaves to nobody what is too near to something taken", () => {
    const near = tooNear([half("2027-06-11", "PM")], { preparationBefore: 1, preparationAfter: 2 });
    expect(near.map(text).sort()).toEqual(["06-10 PM", "06-11 AM", "06-12 AM"]);
    expect(tooNear([half("2027-06-11", "PM")], NO_RULES)).toEqual([]);
  });

  it("is told once where it lies between two that are taken, and never of what is taken", () => {
    const taken = [half("2027-06-10", "PM"), half("2027-06-11", "PM")];
    const near = tooNear(taken, { preparationBefore: 2, preparationAfter: 1 });
    expect(near.map(text).sort()).toEqual(["06-10 AM", "06-11 AM", "06-12 AM", "06-12 PM"]);
  });

  it("can be had just where neither what is taken nor what is too near is covered", () => {
    const slot = fc.record({
      day: fc.nat(9).map((count) => addDays(TODAY, count)),
      slot: fc.constantFrom("AM" as const, "PM" as const),
    });
    const preparation = fc.record({
      preparationBefore: fc.nat(4),
      preparationAfter: fc.nat(4),
    });
    const key = (one: { day: string; slot: string }) => one.day + one.slot;
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 4 }), preparation, slot, fc.nat(3), (...given) => {
        const [taken, rules, { day, slot: startSlot }, more] = given;
        const endDate = addDays(day, more);
        const stay = { startDate: day, startSlot, endDate, endSlot: "PM", period: "Half" } as const;
        const lies = (slots: readonly { day: string; slot: string }[], on: Set<string>) =>
          slots.some((one) => on.has(key(one)));
        const clashes = lies(heldSlots(stay, rules), new Set(taken.map(key)));
        const barred = new Set([...taken, ...tooNear(taken, rules)].map(key));
        expect(lies(slotsOf(stay), barred)).toBe(clashes);
      }),
    );
  });
});

describe("the calendar and its free dates", () => {
  const limits = { earliest: "2027-06-10", latest: "2028-12-07" };
  const taken = [{ ...half("2027-06-15", "AM"), isClosed: false }];
  const shown = (rules: TimeRules, period: "Day" | "Half") =>
    availability({
      ...{ period, rules, limits, stay: null, from: null },
      taken: withPreparation(taken, rules),
    });
  const state = (rules: TimeRules, period: "Day" | "Half", day: string) =>
    shown(rules, period).days.find((one) => one.day === day);

  it("say what is closed by the week and what is kept for preparation", () => {
    const rules: TimeRules = { closedWeekdays: ["dimanche"], preparationAfter: 1 };
    expect(state(rules, "Half", "2027-06-13")).toMatchObject({ AM: "closed", offer: null });
    expect(state(rules, "Half", "2027-06-14")).toMatchObject({ AM: "free", PM: "preparation" });
    expect(state(rules, "Day", "2027-06-14")).toMatchObject({ AM: "preparation", offer: null });
    expect(state(rules, "Half", "2027-06-15")).toMatchObject({ AM: "taken", PM: "free" });
  });

  it("offer the shortest stay from each day, and none where it does not fit", () => {
    const rules: TimeRules = { shortestStay: 3, closedWeekdays: ["dimanche"] };
    expect(shown(rules, "Day").dates.map(({ offer }) => [offer.start, offer.end])).toEqual(
      // Not the 11th, two days before the Sunday, nor any day near the one that is taken.
      ["2027-06-10", "2027-06-16", "2027-06-17", "2027-06-21", "2027-06-22", "2027-06-23"].map(
        (start) => [start, addDays(start, 2)],
      ),
    );
    expect(state(rules, "Half", "2027-06-14")?.offer).toBeNull();
    expect(state({ shortestStay: 3 }, "Half", "2027-06-15")?.offer).toEqual({
      ...{ start: "2027-06-15", end: "2027-06-16", startSlot: "PM", endSlot: "PM" },
    });
    expect(state({ longestStay: 1 }, "Half", "2027-06-16")?.offer).toEqual({
      ...{ start: "2027-06-16", end: "2027-06-16", startSlot: "AM", endSlot: "AM" },
    });
  });

  it("offer nothing that would be refused", () => {
    const rules = fc.record({
      closedWeekdays: fc.constantFrom([], ["dimanche" as const], ["lundi" as const]),
      shortestStay: fc.integer({ min: 1, max: 4 }),
      longestStay: fc.integer({ min: 4, max: 6 }),
      minimumNotice: fc.constant(3),
      preparationAfter: fc.nat(4),
    });
    fc.assert(
      fc.property(rules, fc.constantFrom("Day" as const, "Half" as const), (asked, period) => {
        const barred = new Set(withPreparation(taken, asked).map(({ day, slot }) => day + slot));
        for (const { offer } of shown(asked, period).dates) {
          const { start: startDate, end: endDate, ...slots } = offer;
          const terms = { period, today: TODAY, rules: asked };
          const check = validateRequest({ startDate, endDate, ...slots }, terms);
          expect(check).toMatchObject({ ok: true });
          const { stay } = check as { stay: Stay };
          expect(slotsOf(stay).some(({ day, slot }) => barred.has(day + slot))).toBe(false);
          expect(unitsOf(stay)).toBeGreaterThanOrEqual(asked.shortestStay);
        }
      }),
    );
  });
});

describe("the words", () => {
  it("say the rules as booking terms", () => {
    expect(ruleTerms({ time: "Day" })).toEqual([]);
    // Nobody books for today: a notice of one day asks for nothing more.
    expect(ruleTerms({ time: "Day", minimumNotice: 1 })).toEqual([]);
    expect(ruleTerms({ time: "Day", minimumNotice: 2 })).toEqual([
      "Réservation au moins 2\u00a0jours à l’avance.",
    ]);
    const all = {
      ...{ minimumNotice: 7, preparationBefore: 1, preparationAfter: 2 },
      ...{ closedWeekdays: ["dimanche", "lundi"] as const, shortestStay: 2, longestStay: 6 },
    };
    expect(ruleTerms({ ...all, time: "Day" })).toEqual([
      "Réservation au moins 7\u00a0jours à l’avance.",
      "Fermé le lundi et le dimanche.",
      "De 2 à 6\u00a0jours.",
      "Le lieu reste libre 1\u00a0demi-journée avant et 2\u00a0demi-journées après chaque réservation, pour sa préparation.",
    ]);
    expect(ruleTerms({ time: "Half", shortestStay: 2 })).toEqual([
      "2\u00a0demi-journées au moins.",
    ]);
    expect(ruleTerms({ time: "Half", longestStay: 1 })).toEqual([
      "Pour 1\u00a0demi-journée exactement.",
    ]);
    expect(ruleTerms({ time: "Day", longestStay: 3 })).toEqual(["3\u00a0jours au plus."]);
    // Nobody can hold more at once.
    expect(ruleTerms({ time: "Day", longestStay: 60 })).toEqual(["31\u00a0jours au plus."]);
    expect(ruleTerms({ time: "Half", shortestStay: 2, longestStay: 100 })).toEqual([
      "De 2 à 62\u00a0demi-journées.",
    ]);
  });

  it("say against a stay just what its venue's rules can", () => {
    const venue = { time: "Half", minimumNotice: 3, closedWeekdays: ["lundi"] } as const;
    expect(ruleSentences(venue)).toEqual({
      too_soon: "Ce lieu se réserve au moins 3\u00a0jours à l’avance.",
      weekday_closed: "Ce lieu est fermé le lundi. Choisissez des dates sans jour de fermeture.",
    });
    expect(ruleSentences({ time: "Day" })).toEqual({});
    expect(ruleSentences({ time: "Day", shortestStay: 2 })).toEqual({
      stay_too_short: "Ce lieu se réserve pour 2\u00a0jours au moins.",
    });
    expect(ruleSentences({ time: "Day", longestStay: 5 })).toEqual({
      stay_too_long: "Ce lieu se réserve pour 5\u00a0jours au plus.",
    });
  });

  it("are taken from all that is known of a venue, those alone that say something", () => {
    const rules = {
      ...{ minimumNotice: 2, preparationBefore: 1, preparationAfter: 3 },
      ...{ closedWeekdays: ["lundi" as const], shortestStay: 2, longestStay: 4 },
    };
    expect(timeRulesOf({ ...rules, title: "La Grange" } as typeof rules)).toStrictEqual(rules);
    for (const name of Object.keys(rules) as (keyof typeof rules)[]) {
      expect(timeRulesOf({ [name]: rules[name] })).toStrictEqual({ [name]: rules[name] });
      expect(timeRulesOf({ [name]: name === "closedWeekdays" ? [] : 0 })).toStrictEqual({});
    }
  });

  it("know the refusals that are theirs", () => {
    expect(["too_soon", "stay_too_long", "weekday_closed"].every(isTimeRefusal)).toBe(true);
    expect(["days_taken", "not_found", ""].some(isTimeRefusal)).toBe(false);
  });

  it("know equal rules by equal text", () => {
    const one = timeRulesOf({ longestStay: 3, minimumNotice: 2, closedWeekdays: [] });
    const other = timeRulesOf({ minimumNotice: 2, preparationAfter: 0, longestStay: 3 });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});
