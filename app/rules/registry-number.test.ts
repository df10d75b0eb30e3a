import { describe, expect, it } from "vitest";
import { mayLackRna, registryText } from "./registry-number";

it.each([
  ["73282932000074", "732 829 320 00074"],
  ["732829320", "732 829 320"],
  ["W691234567", "W691234567"],
  ["7328293200007", "7328293200007"],
])("shows %s as %j", (number, text) => expect(registryText(number)).toBe(text));

describe("mayLackRna", () => {
  it.each(["67000", "68 100", "57000"])("is so at %s", (code) =>
    expect(mayLackRna(code)).toBe(true),
  );
  it.each(["69001", "6700", "670000", ""])("is not at '%s'", (code) =>
    expect(mayLackRna(code)).toBe(false),
  );
});
