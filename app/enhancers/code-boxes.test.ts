import { expect, it } from "vitest";
import { digitsOf } from "./code-boxes";

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  ["Code : 12-34-56.", "123456"],
  ["12345678", "123456"],
  ["abc", ""],
])("%s → %s", (text, digits) => expect(digitsOf(text)).toBe(digits));
