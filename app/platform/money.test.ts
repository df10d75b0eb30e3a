import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centsToEuros,
  decimalEuros,
  eurosToCents,
  formatEuros,
  formatEurosShort,
  parseEuros,
  proportion,
  share,
} from "./money";

const NBSP = "\u00A0";
const NARROW = "\u202F";

describe("proportion", () => {
  it("rounds half up", () => {
    expect(proportion(4, 125, 1000)).toBe(1); // 0.5
    expect(proportion(12, 125, 1000)).toBe(2); // 1.5
    expect(proportion(20, 125, 1000)).toBe(3); // 2.5
    expect(proportion(19, 125, 1000)).toBe(2); // 2.375
    expect(proportion(21, 125, 1000)).toBe(3); // 2.625
    expect(proportion(0, 125, 1000)).toBe(0);
    expect(proportion(1, 1, 3)).toBe(0);
    expect(proportion(2, 1, 3)).toBe(1);
  });

  it("is exact where the product exceeds what a number holds", () => {
    expect(proportion(900_000_001, 900_000_003, 900_000_003)).toBe(900_000_001);
    expect(proportion(Number.MAX_SAFE_INTEGER, 999, 999)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("is the nearest integer, the upper one of two", () => {
    const amount = fc.nat(1_000_000);
    fc.assert(
      fc.property(amount, fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (a, part, whole) => {
        const result = proportion(a, part, whole);
        expect(2 * (result * whole - a * part)).toBeLessThanOrEqual(whole);
        expect(2 * (result * whole - a * part)).toBeGreaterThan(-whole);
      }),
    );
  });

  it.each([
    [-1, 1, 2],
    [1, -1, 2],
    [1, 1, 0],
    [1, 1, -2],
    [1.5, 1, 2],
    [1, 0.5, 2],
    [1, 1, 2.5],
    [Number.NaN, 1, 2],
    [Number.POSITIVE_INFINITY, 1, 2],
  ])("refuses %d × %d / %d", (amount, part, whole) => {
    expect(() => proportion(amount, part, whole)).toThrow(RangeError);
  });
});

describe("share", () => {
  it("takes hundredths, half a cent going up", () => {
    expect(share(162_000, 100)).toBe(162_000);
    expect(share(162_001, 50)).toBe(81_001);
    expect(share(162_000, 0)).toBe(0);
  });
});

describe("formatEuros", () => {
  it("writes euros as in France", () => {
    expect(formatEuros(162_000)).toBe(`1${NARROW}620,00${NBSP}€`);
    expect(formatEuros(48_000)).toBe(`480,00${NBSP}€`);
    expect(formatEuros(5)).toBe(`0,05${NBSP}€`);
    expect(formatEuros(0)).toBe(`0,00${NBSP}€`);
    expect(formatEuros(-1250)).toBe(`\u221212,50${NBSP}€`);
  });

  it("drops ,00 in lists only when there are no cents", () => {
    expect(formatEurosShort(48_000)).toBe(`480${NBSP}€`);
    expect(formatEurosShort(195_000)).toBe(`1${NARROW}950${NBSP}€`);
    expect(formatEurosShort(48_050)).toBe(`480,50${NBSP}€`);
    expect(formatEurosShort(0)).toBe(`0${NBSP}€`);
    expect(formatEurosShort(-48_000)).toBe(`\u2212480${NBSP}€`);
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("refuses %d cents", (amount) => {
    expect(() => formatEuros(amount)).toThrow(RangeError);
    expect(() => formatEurosShort(amount)).toThrow(RangeError);
  });
});

describe("parseEuros", () => {
  it.each([
    ["480", 48_000],
    ["480,50", 48_050],
    ["480.5", 48_050],
    ["480,05", 48_005],
    ["1 620,50", 162_050],
    [`1${NBSP}620,50`, 162_050],
    [`1${NARROW}620,50${NBSP}€`, 162_050],
    ["1 234 567", 123_456_700],
    ["1620", 162_000],
    ["480 €", 48_000],
    ["480€", 48_000],
    [" 480 ", 48_000],
    ["0", 0],
    ["007", 700],
    ["0,1", 10],
  ])("reads %j as %i cents", (text, cents) => {
    expect(parseEuros(text)).toBe(cents);
  });

  it.each([
    "",
    " ",
    "€",
    "-5",
    "+5",
    "480,",
    ",50",
    "480,505",
    "1 62",
    "1 6200",
    "1  620",
    "1.620,50",
    "1,620.50",
    "480 $",
    "1e3",
    "0x10",
    "Infinity",
    "NaN",
    "quatre",
    "99999999999999999",
  ])("refuses %j", (text) => {
    expect(parseEuros(text)).toBeNull();
  });

  it("reads back what the formats write", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), (cents) => {
        expect(parseEuros(formatEuros(cents))).toBe(cents);
        expect(parseEuros(formatEurosShort(cents))).toBe(cents);
      }),
    );
  });
});

describe("eurosToCents", () => {
  it("takes euros of at most two decimals", () => {
    expect(eurosToCents(480)).toBe(48_000);
    expect(eurosToCents(0)).toBe(0);
    expect(eurosToCents(480.5)).toBe(48_050);
    expect(eurosToCents(1.1)).toBe(110);
  });

  it("is exact, to and fro", () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), (cents) => {
        expect(eurosToCents(centsToEuros(cents))).toBe(cents);
        expect(eurosToCents(Number((cents / 100).toFixed(2)))).toBe(cents);
      }),
    );
  });

  it.each([1.005, 0.001, Number.NaN, Number.MAX_SAFE_INTEGER])("refuses %d", (euros) => {
    expect(() => eurosToCents(euros)).toThrow(RangeError);
  });
});

it.each([
  [0, "0,00"],
  // What is taken back of nothing.
  [-0, "0,00"],
  [123_450, "1234,50"],
  [-1_250, "-12,50"],
])("writes %i cents for a spreadsheet: %s", (cents, text) => {
  expect(decimalEuros(cents)).toBe(text);
});

it("knows no nothing that is less than nothing", () => {
  expect(formatEuros(-0)).toBe(formatEuros(0));
  expect(formatEurosShort(-0)).toBe(formatEurosShort(0));
  expect(centsToEuros(-0)).toBe(0);
  expect(eurosToCents(-0)).toBe(0);
});

it.each([
  [() => proportion(1, 1, 0), "Not a proportion: 1, 1, 0"],
  [() => proportion(-1, 2, 3), "Not a proportion: -1, 2, 3"],
  [() => eurosToCents(1.005), "Not euros of two decimals: 1.005"],
  [() => formatEuros(0.5), "Not cents: 0.5"],
])("says of what is no amount what it is, for whoever reads the log: %s", (refused, message) => {
  expect(refused).toThrow(new RangeError(message));
});
