import { expect, it } from "vitest";
import { makeRecoveryCodes } from "./recovery-codes.server";

it("recovery codes are ten, of ten letters and digits that nobody mistakes, each another", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
});
