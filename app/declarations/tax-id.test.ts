import { expect, it } from "vitest";
import { countryName, readTaxId, TAX_COUNTRIES } from "./tax-id";

it("numbers are read by the rules of their country", () => {
  const key = String(3_012_345_678 % 511).padStart(3, "0");
  expect(readTaxId(`30 12 345 678 ${key}`, "FR", true)).toBe(`3012345678${key}`);
  expect(readTaxId("3012345678999", "FR", true)).toBeNull();
  expect(readTaxId("732 829 320", "FR", true)).toBeNull();
  expect(readTaxId("732 829 320", "FR", false)).toBe("732829320");
  expect(readTaxId("732 829 321", "FR", false)).toBeNull();
  expect(readTaxId("85.07.30-033 28", "BE", true)).toBe("85073003328");
  expect(readTaxId("abc", "BE", true)).toBeNull();
});

it("every country has a French name", () => {
  expect(TAX_COUNTRIES).toHaveLength(32);
  expect(new Set(TAX_COUNTRIES.map(countryName)).size).toBe(32);
  expect(countryName("DE")).toBe("Allemagne");
});
