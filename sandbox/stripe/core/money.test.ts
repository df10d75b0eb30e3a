import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextShare, processingFee, proportion } from "./money";

describe("proportion", () => {
  it("rounds half up and stays exact for large amounts", () => {
    expect(proportion(25000, 56250, 112500)).toBe(12500);
    expect(proportion(1, 1, 2)).toBe(1);
    expect(proportion(1, 1, 3)).toBe(0);
    expect(proportion(99_999_999, 99_999_998, 99_999_999)).toBe(99_999_998);
  });
});

describe("nextShare", () => {
  it("adds up to the whole part, however it is sliced", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 99_999_999 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.array(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 6 }),
        (total, perMille, slices) => {
          const part = proportion(perMille, total, 1000);
          let before = 0;
          let shares = 0;
          for (const slice of [...slices, total]) {
            const taken = Math.min(slice, total - before);
            const share = nextShare(part, total, before, taken);
            expect(share).toBeGreaterThanOrEqual(0);
            shares += share;
            before += taken;
          }
          expect(shares).toBe(part);
        },
      ),
    );
  });
});

describe("processingFee", () => {
  it("is 1.5 % and 25 cents", () => {
    expect(processingFee(112500)).toBe(1713);
  });
});
