import { expect, test, vi } from "vitest";
import { inTime } from "./in-time";

const never = new Promise<string>(() => undefined);

test("gives what came in time, a failure included", async () => {
  expect(await inTime(Promise.resolve("done"), 10_000, () => "late")).toBe("done");
  const failed = inTime(Promise.reject(new Error("no")), 10_000, () => "late");
  await expect(failed).rejects.toThrow("no");
});

test("does not wait longer than it may, and lets the work go on", async () => {
  let end: (answer: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => (end = resolve));
  expect(await inTime(work, 1, () => "late")).toBe("late");
  end("done");
  expect(await work).toBe("done");
  const refused = inTime(never, 1, () => {
    throw new Error("too late");
  });
  await expect(refused).rejects.toThrow("too late");
});

test("counts no time any more once it is there", async () => {
  vi.useFakeTimers();
  await inTime(Promise.resolve("done"), 10_000, () => "late");
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
