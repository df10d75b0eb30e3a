import { expect, it } from "vitest";
import { readLiaisonCode } from "./liaison-code";

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
