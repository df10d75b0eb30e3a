import { expect, it, vi } from "vitest";
import { addMinutes } from "../days";
import { forgetKept, keptFor } from "./kept-for";

const now = new Date("2026-06-01T10:00:00Z");

it("asks once for all who ask at once or some minutes later", async () => {
  const kept = keptFor<number>(5);
  let count = 0;
  const read = vi.fn(() => Promise.resolve((count += 1)));
  const asked = [0, 0, 4].map((minutes) => kept("a", addMinutes(now, minutes), read));
  expect(await Promise.all(asked)).toEqual([1, 1, 1]);
  expect(await kept("a", addMinutes(now, 5), read)).toBe(2);
  // By a clock that was put back.
  expect(await kept("a", now, read)).toBe(3);
  expect(read).toHaveBeenCalledTimes(3);
});

it("keeps what is known by different keys apart, until it is told to forget", async () => {
  const kept = keptFor<string>(5);
  const ask = (key: string, answer: string) => kept(key, now, () => Promise.resolve(answer));
  expect([await ask("a", "one"), await ask("b", "two")]).toEqual(["one", "two"]);
  expect([await ask("a", "other"), await ask("b", "other")]).toEqual(["one", "two"]);
  forgetKept();
  expect(await ask("a", "other")).toBe("other");
});

it("keeps no failure, whatever was asked anew meanwhile", async () => {
  const kept = keptFor<string>(5);
  let fail: (error: Error) => void = () => undefined;
  const failing = kept("a", now, () => new Promise((_, reject) => (fail = reject)));
  const later = addMinutes(now, 5);
  expect(await kept("a", later, () => Promise.resolve("anew"))).toBe("anew");
  fail(new Error("away"));
  await expect(failing).rejects.toThrow("away");
  expect(await kept("a", later, () => Promise.resolve("other"))).toBe("anew");
  await expect(kept("b", now, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await kept("b", now, () => Promise.resolve("yes"))).toBe("yes");
});
