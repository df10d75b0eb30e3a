import { expect, it } from "vitest";
import { makeLiaisonCode, readLiaisonCode } from "./liaison-code";

it("makes codes of eight unambiguous characters", () => {
  const code = makeLiaisonCode((below) => below - 1);
  expect(code).toBe("99999999");
  expect(readLiaisonCode(makeLiaisonCode(() => 0))).toBe("AAAAAAAA");
});

it.each([
  ["ABCD2345", "ABCD2345"],
  [" abcd-2345 ", "ABCD2345"],
  ["abcd 2345", "ABCD2345"],
  ["ABCD234", null],
  ["ABCD23456", null],
  ["ABCD234O", null],
  ["$ne", null],
  ["", null],
])("reads %j", (text, code) => {
  expect(readLiaisonCode(text)).toBe(code);
});
