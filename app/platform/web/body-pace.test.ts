import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchPace, type PaceLimits } from "./body-pace";

const UPLOAD: PaceLimits = { ms: 280_000, least: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @returns after how many seconds a sender of `bytesAt` bytes in each is told to be late; null within `seconds`: never */
function lateAfter(limits: PaceLimits, bytesAt: (second: number) => number, seconds: number) {
  let late: number | null = null;
  let second = 0;
  const onLate = vi.fn(() => (late = second));
  const { count, stop } = watchPace(limits, onLate);
  for (second = 1; second <= seconds; second += 1) {
    count(bytesAt(second));
    vi.advanceTimersByTime(1_000);
  }
  stop();
  vi.advanceTimersByTime(limits.ms * 2);
  expect(onLate).toHaveBeenCalledTimes(late === null ? 0 : 1);
  return late;
}

describe("an upload", () => {
  it("that goes on at about one speed is left alone, however slow its line", () => {
    expect(lateAfter(UPLOAD, () => 1_000, 279)).toBeNull();
    expect(lateAfter(UPLOAD, () => 220_000, 279)).toBeNull();
    expect(lateAfter(UPLOAD, (second) => (second % 2 ? 2_000 : 0), 279)).toBeNull();
  });

  it("may fall silent for a moment", () => {
    const paused = (second: number) => (second > 20 && second <= 29 ? 0 : 220_000);
    expect(lateAfter(UPLOAD, paused, 60)).toBeNull();
  });

  it("that is slower than any line is cut off within seconds, and not before", () => {
    expect(lateAfter(UPLOAD, () => 900, 60)).toBe(10);
  });

  it("that sent much and then nearly nothing is cut off within seconds", () => {
    const much = (second: number) => (second <= 5 ? 12_000_000 : 1_000);
    expect(lateAfter(UPLOAD, much, 60)).toBe(15);
  });

  it("is over after its time, at whatever speed", () => {
    expect(lateAfter({ ...UPLOAD, ms: 30_000 }, () => 1_000_000, 60)).toBe(30);
  });
});

it("a body of no least pace only has to be there in time", () => {
  expect(lateAfter({ ms: 30_000, least: 0 }, () => 1, 60)).toBe(30);
});
