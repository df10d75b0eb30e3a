import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTORS, POLICIES } from "@models/enumerations";
import { addDays, compareDays } from "~/platform/days";
import {
  describePolicy,
  describeTerms,
  policyLabel,
  policySteps,
  refundDue,
  refundPercent,
  stepsOfTerms,
  summarizePolicy,
  type RefundRequest,
} from "./policy";

const FIRST_DAY = "2027-06-11";
const PAID = 162_000;

describe("refundPercent", () => {
  it.each([
    ["souple", 400, 100],
    ["souple", 1, 100],
    ["souple", 0, 0],
    ["souple", -1, 0],
    ["modérée", 8, 100],
    ["modérée", 7, 100],
    ["modérée", 6, 50],
    ["modérée", 2, 50],
    ["modérée", 1, 0],
    ["modérée", 0, 0],
    ["stricte", 31, 100],
    ["stricte", 30, 100],
    ["stricte", 29, 50],
    ["stricte", 14, 50],
    ["stricte", 13, 0],
    ["stricte", 0, 0],
  ] as const)("%s, %i days before: %i %%", (policy, daysBefore, percent) => {
    expect(refundPercent(policy, FIRST_DAY, addDays(FIRST_DAY, -daysBefore))).toBe(percent);
  });

  it("counts calendar days across the change of clocks", () => {
    expect(refundPercent("modérée", "2027-04-03", "2027-03-27")).toBe(100);
    expect(refundPercent("modérée", "2027-11-06", "2027-10-30")).toBe(100);
    expect(refundPercent("stricte", "2028-03-14", "2028-02-29")).toBe(50);
  });

  it("never gives more for waiting", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...POLICIES),
        fc.integer({ min: -5, max: 60 }),
        (policy, days) => {
          const today = addDays(FIRST_DAY, -days);
          const now = refundPercent(policy, FIRST_DAY, today);
          expect(refundPercent(policy, FIRST_DAY, addDays(today, 1))).toBeLessThanOrEqual(now);
        },
      ),
    );
  });
});

describe("refundDue", () => {
  const request: RefundRequest = {
    policy: "modérée",
    firstDay: FIRST_DAY,
    today: "2027-06-09",
    paid: PAID,
    alreadyRefunded: 0,
    by: "buyer",
  };

  it("holds a buyer to the policy, fee included", () => {
    expect(refundDue({ ...request, today: "2027-06-04" })).toBe(162_000);
    expect(refundDue(request)).toBe(81_000);
    expect(refundDue({ ...request, today: "2027-06-10" })).toBe(0);
    expect(refundDue({ ...request, paid: 162_001 })).toBe(81_001);
  });

  it.each(["owner", "admin", "system"] as const)(
    "gives everything back when the %s cancels",
    (by) => {
      expect(refundDue({ ...request, by, today: "2027-06-11" })).toBe(PAID);
      expect(refundDue({ ...request, by, alreadyRefunded: 81_000 })).toBe(81_000);
    },
  );

  it("counts what was given back before", () => {
    expect(refundDue({ ...request, alreadyRefunded: 1000 })).toBe(80_000);
    expect(refundDue({ ...request, alreadyRefunded: 81_000 })).toBe(0);
    expect(refundDue({ ...request, alreadyRefunded: 100_000 })).toBe(0);
    expect(refundDue({ ...request, by: "owner", alreadyRefunded: PAID })).toBe(0);
    expect(refundDue({ ...request, by: "owner", alreadyRefunded: PAID + 1 })).toBe(0);
  });

  it("gives nothing back when nothing was captured", () => {
    expect(refundDue({ ...request, paid: 0 })).toBe(0);
    expect(refundDue({ ...request, paid: 0, by: "owner" })).toBe(0);
  });

  it("refuses a ledger that does not add up", () => {
    expect(() => refundDue({ ...request, alreadyRefunded: -1 })).toThrow(RangeError);
    expect(() => refundDue({ ...request, paid: 0.5 })).toThrow(RangeError);
  });

  it("never gives back more than was paid", () => {
    const anyRequest = fc
      .record({
        policy: fc.constantFrom(...POLICIES),
        firstDay: fc.constant(FIRST_DAY),
        today: fc.integer({ min: -40, max: 3 }).map((days) => addDays(FIRST_DAY, days)),
        paid: fc.nat(1_000_000),
        by: fc.constantFrom(...ACTORS),
        before: fc.nat(100),
      })
      .map(({ before, ...rest }) => ({
        ...rest,
        alreadyRefunded: Math.floor((rest.paid * before) / 100),
      }));
    fc.assert(
      fc.property(anyRequest, (asked) => {
        const due = refundDue(asked);
        expect(due).toBeGreaterThanOrEqual(0);
        expect(due + asked.alreadyRefunded).toBeLessThanOrEqual(asked.paid);
        expect(refundDue({ ...asked, alreadyRefunded: asked.alreadyRefunded + due })).toBe(0);
      }),
    );
  });
});

describe("describePolicy", () => {
  it.each([
    ["souple", "Remboursement intégral jusqu’au 10/06/2027, aucun remboursement ensuite."],
    [
      "modérée",
      "Remboursement intégral jusqu’au 04/06/2027, de moitié jusqu’au 09/06/2027, aucun remboursement ensuite.",
    ],
    [
      "stricte",
      "Remboursement intégral jusqu’au 12/05/2027, de moitié jusqu’au 28/05/2027, aucun remboursement ensuite.",
    ],
  ] as const)("%s, with its dates", (policy, text) => {
    expect(describePolicy(policy, FIRST_DAY)).toBe(text);
    expect(describePolicy(policy, FIRST_DAY, "2026-11-21")).toBe(text);
  });

  it("leaves out what has passed", () => {
    expect(describePolicy("modérée", FIRST_DAY, "2027-06-04")).toContain("intégral");
    expect(describePolicy("modérée", FIRST_DAY, "2027-06-05")).toBe(
      "Remboursement de moitié jusqu’au 09/06/2027, aucun remboursement ensuite.",
    );
    expect(describePolicy("modérée", FIRST_DAY, "2027-06-10")).toBe(
      "Aucun remboursement si vous annulez une fois la réservation confirmée.",
    );
    expect(describePolicy("souple", FIRST_DAY, FIRST_DAY)).toBe(
      "Aucun remboursement si vous annulez une fois la réservation confirmée.",
    );
  });

  it("of a reservation leaves out what had passed when it was given its dates, in Paris", () => {
    const line = { state: "confirmed", by: "buyer", why: "" } as const;
    const at = (step: "asked" | "changed", instant: string) => ({
      ...{ ...line, at: new Date(instant), dates: { step, from: "", to: "" } },
    });
    // What else happens to it gives it no dates.
    const other = { ...line, at: new Date("2027-06-10T12:00:00Z") };
    const said = (made: string, ...changes: ReturnType<typeof at>[]) =>
      describeTerms({
        ...{ policy: "modérée", startDate: FIRST_DAY, createdAt: new Date(made) },
        history: [...changes, other],
      });
    const half = "Remboursement de moitié jusqu’au 09/06/2027, aucun remboursement ensuite.";
    expect(said("2027-06-04T21:59:59Z")).toContain("intégral jusqu’au 04/06/2027");
    expect(said("2027-06-04T22:00:00Z")).toBe(half);
    const changed = at("changed", "2027-06-05T12:00:00Z");
    expect(said("2027-03-01T12:00:00Z", changed, at("asked", "2027-06-10T12:00:00Z"))).toBe(half);
  });

  it("tells the office whose cancellation gives nothing back", () => {
    const createdAt = new Date(`${FIRST_DAY}T08:00:00Z`);
    const late = { policy: "souple", startDate: FIRST_DAY, createdAt, history: [] } as const;
    expect(describeTerms({ ...late, history: [] }, "office")).toBe(
      "Aucun remboursement si le client annule une fois la réservation confirmée.",
    );
  });

  it("names the last days on which each refund is really due", () => {
    const anyDay = fc.nat(1000).map((count) => addDays("2026-11-22", count));
    fc.assert(
      fc.property(fc.constantFrom(...POLICIES), anyDay, fc.nat(60), (policy, firstDay, before) => {
        const today = addDays(firstDay, -before);
        const opening = {
          100: "Remboursement intégral",
          50: "Remboursement de moitié",
          0: "Aucun",
        };
        const percent = refundPercent(policy, firstDay, today);
        expect(describePolicy(policy, firstDay, today).startsWith(opening[percent])).toBe(true);
      }),
    );
  });
});

describe("summarizePolicy", () => {
  it.each([
    ["souple", "Remboursement intégral jusqu’à 1\u00a0jour avant, aucun remboursement ensuite."],
    [
      "modérée",
      "Remboursement intégral jusqu’à 7\u00a0jours avant, de moitié jusqu’à 2\u00a0jours avant, aucun remboursement ensuite.",
    ],
    [
      "stricte",
      "Remboursement intégral jusqu’à 30\u00a0jours avant, de moitié jusqu’à 14\u00a0jours avant, aucun remboursement ensuite.",
    ],
  ] as const)("%s, without dates", (policy, text) => {
    expect(summarizePolicy(policy)).toBe(text);
    const name = { souple: "Souple", modérée: "Modérée", stricte: "Stricte" }[policy];
    expect(policyLabel(policy)).toBe(`${name}\u00a0: r${text.slice(1)}`);
  });
});

describe("policySteps", () => {
  it("leaves out what had passed when the dates were given, as the sentence does", () => {
    const steps = (made: string, today: string) =>
      stepsOfTerms(
        {
          ...{ policy: "modérée", startDate: FIRST_DAY, history: [] },
          createdAt: new Date(`${made}T12:00:00Z`),
        },
        today,
      );
    expect(steps("2027-06-05", "2027-06-06")).toEqual([
      { percent: 50, from: null, until: "2027-06-09", isNow: true },
      { percent: 0, from: "2027-06-10", until: null, isNow: false },
    ]);
    expect(steps("2027-06-10", "2027-06-10")).toEqual([
      { percent: 0, from: null, until: null, isNow: true },
    ]);
    expect(steps("2027-06-04", "2027-06-10")).toHaveLength(3);
  });

  it("says from when until when each part comes back, and which counts today", () => {
    expect(policySteps("modérée", "2027-06-11", "2027-06-05")).toEqual([
      { percent: 100, from: null, until: "2027-06-04", isNow: false },
      { percent: 50, from: "2027-06-05", until: "2027-06-09", isNow: true },
      { percent: 0, from: "2027-06-10", until: null, isNow: false },
    ]);
    expect(policySteps("souple", "2027-06-11", "2027-06-10")).toEqual([
      { percent: 100, from: null, until: "2027-06-10", isNow: true },
      { percent: 0, from: "2027-06-11", until: null, isNow: false },
    ]);
  });

  it.each(POLICIES)("marks for %s the step that a cancellation would get", (policy) => {
    for (let left = -2; left < 40; left += 1) {
      const today = addDays("2027-06-11", -left);
      const [now] = policySteps(policy, "2027-06-11", today).filter(({ isNow }) => isNow);
      expect(now?.percent).toBe(refundPercent(policy, "2027-06-11", today));
      expect(now?.from === null || compareDays(now?.from ?? "", today) <= 0).toBe(true);
      expect(now?.until === null || compareDays(today, now?.until ?? "") <= 0).toBe(true);
    }
  });
});
