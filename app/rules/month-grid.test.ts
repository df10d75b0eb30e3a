import { expect, it } from "vitest";
import { formatMonth, monthGrid, monthOf, parseMonth, shiftMonth } from "./month-grid";

it("lays a month out from Monday to Sunday", () => {
  const weeks = monthGrid("2026-11");
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.at(-1)).toEqual(["2026-11-30", null, null, null, null, null, null]);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});

it("has no empty cell when a month fills its weeks", () => {
  expect(monthGrid("2027-02")).toHaveLength(4);
  expect(monthGrid("2027-02").flat()).not.toContain(null);
});

it("counts months across years, and before 2024", () => {
  expect(shiftMonth("2026-12", 1)).toBe("2027-01");
  expect(shiftMonth("2026-01", -1)).toBe("2025-12");
  expect(monthGrid("2023-10")[0]?.indexOf("2023-10-01")).toBe(6);
});

it("reads and names months", () => {
  expect(parseMonth("2026-11")).toBe("2026-11");
  for (const text of ["2026-13", "2026", "nope", "", null, "9999-12", "1000-01"]) {
    expect(parseMonth(text)).toBeNull();
  }
  const months = Array.from({ length: 12 }, (_, index) => shiftMonth("2027-01", index));
  expect(months.map(formatMonth).join()).toBe(
    "janvier 2027,février 2027,mars 2027,avril 2027,mai 2027,juin 2027,juillet 2027,août 2027,septembre 2027,octobre 2027,novembre 2027,décembre 2027",
  );
  expect(monthOf("2026-11-21")).toBe("2026-11");
});
