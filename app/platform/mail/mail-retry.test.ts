import { describe, expect, it } from "vitest";
import { retryDelay } from "./mail-retry";

const HOUR = 3_600_000;

describe("retryDelay", () => {
  it("doubles from 30 seconds up to 6 hours", () => {
    expect([1, 2, 3, 10, 11, 40].map((attempts) => retryDelay(attempts, 0))).toEqual([
      30_000,
      60_000,
      120_000,
      15_360_000,
      6 * HOUR,
      6 * HOUR,
    ]);
  });

  it("gives up when the next attempt would come after two days", () => {
    expect(retryDelay(20, 42 * HOUR)).toBe(6 * HOUR);
    expect(retryDelay(20, 42 * HOUR + 1)).toBeNull();
  });

  it("spreads fewer than 20 attempts over the two days", () => {
    let age = 0;
    let attempts = 1;
    for (let delay = retryDelay(attempts, age); delay !== null;) {
      age += delay;
      attempts += 1;
      delay = retryDelay(attempts, age);
    }
    expect(attempts).toBeLessThan(20);
    expect(age).toBeGreaterThan(40 * HOUR);
  });
});
