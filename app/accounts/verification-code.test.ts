import { Types } from "mongoose";
import { expect, it } from "vitest";
import { codeOf } from "./verification-code.server";

const account = new Types.ObjectId("0123456789abcdef01234567");
const codes = Array.from({ length: 200 }, (_, seed) => codeOf(account, { seed: String(seed) }));

it("has six digits, with zeros before a small number", () => {
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
});

it("is the same again for an account and a seed, and another one for others", () => {
  expect(codeOf(account, { seed: "7" })).toBe(codes[7]);
  expect(new Set(codes).size).toBeGreaterThan(195);
  expect(codeOf(new Types.ObjectId(), { seed: "7" })).not.toBe(codes[7]);
});
