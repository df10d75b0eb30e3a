import { describe, expect, it } from "vitest";
import { retryDelay } from "./mail-retry";

const HOUR = 3_600_000;

describe("retryDelay", () => {
  it("doubles from 30 seconds up to 6 hours", () => {
    expect([1, 2, 3, 10, 11, 16].map(retryDelay)).toEqual([
      30_000,
      60_000,
      120_000,
      15_360_000,
      6 * HOUR,
      6 * HOUR,
    ]);
  });

  it("gives up once all waits would come to more than two days", () => {
    let waited = 0;
    let attempts = 1;
    for (let delay = retryDelay(attempts); delay !== null; delay = retryDelay(attempts)) {
      waited += delay;
      attempts += 1;
    }
    expect(attempts).toBe(17);
    expect(waited).toBeGreaterThan(42 * HOUR);
    expect(waited).toBeLessThanOrEqual(48 * HOUR);
    expect(retryDelay(40)).toBeNull();
  });
});
