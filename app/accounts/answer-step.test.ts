import { expect, it } from "vitest";
import { answerAtStep } from "./answer-step.server";

// A timer may come a millisecond early, and as late as the machine is busy.
const A_STEP = 245;

it("gives what the work gives, but not before a step is over", async () => {
  const start = performance.now();
  expect(await answerAtStep(() => Promise.resolve("done"))).toBe("done");
  expect(performance.now() - start).toBeGreaterThan(A_STEP);
});

it("fails as the work fails, no sooner", async () => {
  const start = performance.now();
  await expect(answerAtStep(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(performance.now() - start).toBeGreaterThan(A_STEP);
});
