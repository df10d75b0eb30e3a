import { expect, it } from "vitest";
import { firstCharacters } from "./cut-text";

it.each([
  ["", 2, ""],
  ["ab", 2, "ab"],
  ["abc", 2, "ab"],
  ["a😀b", 2, "a😀"],
  ["😀😀😀", 2, "😀😀"],
])("of %s the first %i characters are %s", (text, most, first) => {
  expect(firstCharacters(text, most)).toBe(first);
});
