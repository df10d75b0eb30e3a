import mongoose from "mongoose";
import { beforeEach, expect, it, vi } from "vitest";

/** What becomes of a start of the jobs; what they do is asked by tests/integration/jobs.test.ts. */

const start = vi.fn<() => Promise<void>>();
const stop = vi.fn<() => Promise<void>>(() => Promise.resolve());
const warned = vi.fn();
vi.mock("~/platform/log.server", () => ({
  logger: { warn: (...line: unknown[]) => void warned(...line) },
}));
vi.mock("./all", () => ({ allJobs: [] }));
vi.mock("./job-runner", () => ({
  JobRunner: class {
    start = start;
    stop = stop;
  },
}));
vi.mock("node:timers/promises", () => ({
  setTimeout: (_ms: number, _value: unknown, { signal }: { signal: AbortSignal }) => {
    waits += 1;
    return signal.aborted ? Promise.reject(new Error("aborted")) : Promise.resolve();
  },
}));

let waits = 0;
const outage = () => new mongoose.mongo.MongoNetworkError("away");

beforeEach(() => {
  waits = 0;
  start.mockReset().mockResolvedValue();
  warned.mockReset();
  vi.resetModules();
});

it("goes on trying while the database is away, and runs them once it is back", async () => {
  const { startJobs, startJobsInTheEnd, stopJobs } = await import("./start");
  start.mockRejectedValueOnce(outage()).mockRejectedValueOnce(outage());
  await startJobsInTheEnd(new AbortController().signal);
  expect([start.mock.calls.length, waits, warned.mock.calls.length]).toEqual([3, 2, 2]);
  // They run: a second call does nothing.
  await startJobs();
  expect(start).toHaveBeenCalledTimes(3);
  await stopJobs();
  expect(stop).toHaveBeenCalledTimes(1);
});

it("gives up when it is told to, and has nothing to stop then", async () => {
  const { startJobsInTheEnd, stopJobs } = await import("./start");
  const givenUp = new AbortController();
  start.mockImplementation(() => {
    givenUp.abort();
    return Promise.reject(outage());
  });
  stop.mockClear();
  await startJobsInTheEnd(givenUp.signal);
  await stopJobs();
  expect([start.mock.calls.length, stop.mock.calls.length]).toEqual([1, 0]);
});

it("fails with what is no outage, and may be called again", async () => {
  const { startJobs, startJobsInTheEnd } = await import("./start");
  start.mockRejectedValueOnce(new Error("no such index"));
  await expect(startJobsInTheEnd(new AbortController().signal)).rejects.toThrow("no such index");
  await startJobs();
  expect(start).toHaveBeenCalledTimes(2);
});
