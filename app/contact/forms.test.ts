import { describe, expect, it } from "vitest";
import { readReference } from "./forms";

describe("a reference in an address", () => {
  it.each([
    ["pds-7k2f9q", "PDS-7K2F9Q"],
    [" PDS-7K2F9Q-M4 ", "PDS-7K2F9Q-M4"],
    ["PDS-7K2F9Q-ABC", null],
    ["PDS-7K2F9Q-", null],
    ["bonjour", null],
    [null, null],
  ])("is read from %s as %s", (text, reference) => {
    expect(readReference(text)).toBe(reference);
  });
});
