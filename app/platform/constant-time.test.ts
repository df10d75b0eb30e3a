import { timingSafeEqual } from "node:crypto";
import type * as crypto from "node:crypto";
import { expect, it, vi } from "vitest";
import { sameSecret } from "./constant-time.server";

vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

it.each([
  ["Bearer abc", "Bearer abc", true],
  ["Bearer abd", "Bearer abc", false],
  ["", "Bearer abc", false],
  ["Bearer abcd", "Bearer abc", false],
])("%j and %j are the same secret: %s", (a, b, isSame) => {
  vi.mocked(timingSafeEqual).mockClear();
  expect(sameSecret(a, b)).toBe(isSame);
  // Whatever differs: by what takes as long for any two, which want to be of one length.
  const [[one, other] = []] = vi.mocked(timingSafeEqual).mock.calls;
  expect([one?.byteLength, other?.byteLength]).toEqual([32, 32]);
});
