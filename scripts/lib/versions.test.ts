import { expect, it } from "vitest";
import { isInRange } from "./versions.mjs";

it.each([
  ["18.19.1", false],
  ["20.18.0", false],
  ["20.19.0", true],
  ["20.20.2", true],
  ["24.1.0", true],
])("Node %s is new enough: %s", (version, isEnough) => {
  expect(isInRange(version, ">=20.19")).toBe(isEnough);
  expect(isInRange(version, ">= 20.19.0")).toBe(isEnough);
});

it.each([
  ["20.20.2", false],
  ["22.19.9", false],
  ["22.20.0", true],
  ["23.1.0", false],
  ["24.12.1", true],
  ["25.0.0", true],
])("several ranges, %s: %s", (version, isIn) => {
  expect(isInRange(version, "^22.20 || ^24.12 || >=25")).toBe(isIn);
});

it("what it does not understand has no version", () => {
  expect(isInRange("20.20.2", "~20")).toBe(false);
});
