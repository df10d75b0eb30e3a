import { expect, it } from "vitest";
import { makeLiaisonCode, readLiaisonCode } from "./liaison-code";

it.each([
  ["ABCD2345", "ABCD2345"],
  [" abcd-2345 ", "ABCD2345"],
  ["abcd 2345", "ABCD2345"],
  ["\u200eABCD2345\u200e", "ABCD2345"],
  ["ABCD234", null],
  ["ABCD23456", null],
  ["ABCD234O", null],
  ["$ne", null],
  ["", null],
])("reads %j", (text, code) => {
  expect(readLiaisonCode(text)).toBe(code);
});

it("makes codes that it reads", () => {
  for (let at = 0; at < 31; at += 1) {
    const code = makeLiaisonCode((below) => at % below);
    expect(code).toHaveLength(8);
    expect(readLiaisonCode(code)).toBe(code);
  }
});
