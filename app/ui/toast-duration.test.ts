import { expect, it } from "vitest";
import { toastDuration } from "./toast-duration";

it("is the type's own unless told otherwise", () => {
  const types = ["blank", "success", "error", "loading", "custom"] as const;
  expect(types.map((type) => toastDuration(type))).toEqual([4_000, 2_000, 4_000, null, 4_000]);
  expect(toastDuration("success", { duration: 300 })).toBe(300);
  expect(toastDuration("success", { duration: null })).toBeNull();
});

it("leaves time to read what is said nowhere else, and errors until they are closed", () => {
  expect(toastDuration("success", { mustBeRead: true })).toBe(5_000);
  expect(toastDuration("blank", { mustBeRead: true, duration: 9_000 })).toBe(9_000);
  expect(toastDuration("error", { mustBeRead: true })).toBeNull();
  expect(toastDuration("loading", { mustBeRead: true })).toBeNull();
});

it("leaves a slow reader time for each word of what must be read", () => {
  const thirty = "mot ".repeat(30).trim();
  expect(toastDuration("success", { mustBeRead: true, text: thirty })).toBe(12_000);
  expect(toastDuration("success", { mustBeRead: true, text: "Bien enregistré." })).toBe(5_000);
  expect(toastDuration("error", { mustBeRead: true, text: thirty })).toBeNull();
  expect(toastDuration("success", { text: thirty })).toBe(2_000);
});
