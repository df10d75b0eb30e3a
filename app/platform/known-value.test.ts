import { expect, it } from "vitest";
import { OTHER, knownOr } from "./known-value";

const LABELS: Record<"one" | "two", string> = { one: "Un", two: "Deux" };

it.each([
  ["one", "Un"],
  ["three", OTHER],
  ["toString", OTHER],
])("has a word for a stored value whether it is known or not (%s)", (value, word) => {
  expect(knownOr(LABELS, value as keyof typeof LABELS, OTHER)).toBe(word);
});
