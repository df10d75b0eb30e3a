import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  breakdownLines,
  ownersLines,
  priceTag,
  publishSummary,
  quote,
  wholeDayTotal,
} from "./price";

const NBSP = "\u00A0";
const NARROW = "\u202F";

describe("quote", () => {
  it("works out 1 000 €", () => {
    expect(quote({ period: "Day", unitPrice: 100_000, units: 1 })).toEqual({
      period: "Day",
      unitPrice: 100_000,
      units: 1,
      feeThousandths: 125,
      subtotal: 100_000,
      fee: 12_500,
      commission: 12_500,
      total: 112_500,
      ownerShare: 87_500,
      platformShare: 25_000,
    });
  });

  it("works out three days at 480 €", () => {
    expect(quote({ period: "Day", unitPrice: 48_000, units: 3 })).toMatchObject({
      subtotal: 144_000,
      fee: 18_000,
      total: 162_000,
      ownerShare: 126_000,
      platformShare: 36_000,
    });
  });

  it("takes the thousandths that it is told, of both sides", () => {
    const price = quote({ period: "Day", unitPrice: 48_000, units: 3, feeThousandths: 100 });
    expect(price).toMatchObject({
      ...{ feeThousandths: 100, fee: 14_400, commission: 14_400 },
      ...{ total: 158_400, ownerShare: 129_600, platformShare: 28_800 },
    });
  });

  it.each([
    [100, 13, 87], // 12.5 up, and what is left rather than 87.5 up
    [300, 38, 262], // 37.5
    [8500, 1063, 7437], // 1062.5
    [101, 13, 88], // 12.625
    [99, 12, 87], // 12.375
    [1, 0, 1],
    [4, 1, 3], // 0.5
  ])("of %i cents takes %i and leaves the owner %i", (unitPrice, fee, ownerShare) => {
    const price = quote({ period: "Half", unitPrice, units: 1 });
    expect(price).toMatchObject({ fee, commission: fee, ownerShare });
    expect(price.total).toBe(unitPrice + fee);
  });

  it("always adds up", () => {
    const request = fc.record({
      period: fc.constantFrom("Day" as const, "Half" as const),
      unitPrice: fc.integer({ min: 1, max: 999_900 }),
      units: fc.integer({ min: 1, max: 732 }),
    });
    fc.assert(
      fc.property(request, (asked) => {
        const price = quote(asked);
        expect(price.subtotal).toBe(asked.unitPrice * asked.units);
        expect(price.total).toBe(price.subtotal + price.fee);
        expect(price.total).toBe(price.ownerShare + price.platformShare);
        expect(price.ownerShare).toBe(price.subtotal - price.commission);
        expect(price.platformShare).toBe(price.fee + price.commission);
        // Round half up: -0.5 < fee - exact <= 0.5, in thousandths.
        const error = price.fee * 1000 - price.subtotal * 125;
        expect(error).toBeGreaterThan(-500);
        expect(error).toBeLessThanOrEqual(500);
        expect(
          Object.values(price).every(
            (value) => value === asked.period || Number.isSafeInteger(value),
          ),
        ).toBe(true);
      }),
    );
  });

  it.each([
    [0, 1],
    [-100, 1],
    [100, 0],
    [100, -1],
    [100.5, 1],
    [100, 1.5],
    [Number.NaN, 1],
    [100, Number.POSITIVE_INFINITY],
  ])("refuses %d cents × %d", (unitPrice, units) => {
    expect(() => quote({ period: "Day", unitPrice, units })).toThrow(RangeError);
  });
});

describe("breakdownLines", () => {
  const labels = (period: "Day" | "Half", units: number, unitPrice = 48_000) =>
    breakdownLines(quote({ period, units, unitPrice }));

  it("says what is paid", () => {
    expect(labels("Day", 3)).toEqual([
      { key: "subtotal", label: `3\u00a0jours × 480,00${NBSP}€`, amount: 144_000 },
      { key: "fee", label: `Frais de service (12,5${NBSP}%)`, amount: 18_000 },
      { key: "total", label: "Total", amount: 162_000 },
    ]);
  });

  it.each([
    [100, "10"],
    [123, "12,3"],
    [undefined, "12,5"],
  ] as const)("says the rate that it was made at (%s)", (feeThousandths, rate) => {
    const made = { ...quote({ period: "Day", unitPrice: 48_000, units: 3 }), feeThousandths };
    expect(breakdownLines(made)[1]!.label).toBe(`Frais de service (${rate}${NBSP}%)`);
    expect(ownersLines(made)[1]!.label).toBe(`Commission (${rate}${NBSP}%)`);
  });

  it.each([
    ["Day", 1, `1\u00a0jour × 480,00${NBSP}€`],
    ["Day", 2, `2\u00a0jours × 480,00${NBSP}€`],
    ["Half", 1, `1\u00a0demi-journée × 480,00${NBSP}€`],
    ["Half", 5, `5\u00a0demi-journées × 480,00${NBSP}€`],
  ] as const)("%s × %i: %s", (period, units, label) => {
    expect(labels(period, units)[0]?.label).toBe(label);
  });

  it("groups the thousands of a price", () => {
    expect(labels("Day", 2, 195_050)[0]?.label).toBe(`2\u00a0jours × 1${NARROW}950,50${NBSP}€`);
  });
});

describe("a price without days", () => {
  it("is shown in its own unit, with what one unit comes to", () => {
    expect(priceTag({ period: "Day", unitPrice: 48_000 })).toEqual({
      amount: `480${NBSP}€`,
      per: "par jour",
      withFee: `540,00${NBSP}€`,
    });
    expect(priceTag({ period: "Half", unitPrice: 14_550 })).toEqual({
      amount: `145,50${NBSP}€`,
      per: "par demi-journée",
      withFee: `163,69${NBSP}€`,
    });
  });

  it("compares as one whole day, the fee of both halves counted at once", () => {
    expect(wholeDayTotal({ period: "Day", unitPrice: 48_000 })).toBe(54_000);
    expect(wholeDayTotal({ period: "Half", unitPrice: 14_550 })).toBe(32_738);
    // One half is 1,13 € with its fee rounded up; two of them are a cent less than twice that.
    expect(wholeDayTotal({ period: "Half", unitPrice: 100 })).toBe(225);
  });
});

describe("publishSummary", () => {
  it("shows 0.875 × the price", () => {
    expect(publishSummary(100_000)).toEqual({ ht: 100_000, ttc: 87_500 });
    expect(publishSummary(48_000)).toEqual({ ht: 48_000, ttc: 42_000 });
  });

  it("promises what the owner of a one-day rental receives, ties included", () => {
    for (const unitPrice of [100, 300, 8500, 999_900]) {
      const { ownerShare } = quote({ period: "Day", unitPrice, units: 1 });
      expect(publishSummary(unitPrice).ttc).toBe(ownerShare);
    }
  });
});

it("shows the owner the rent less the commission", () => {
  const price = quote({ period: "Day", unitPrice: 48_000, units: 3 });
  expect(ownersLines(price)).toEqual([
    { key: "subtotal", label: `3${NBSP}jours × 480,00${NBSP}€`, amount: 144_000 },
    { label: `Commission (12,5${NBSP}%)`, amount: -18_000 },
    { label: "Votre part", amount: 126_000 },
  ]);
});
