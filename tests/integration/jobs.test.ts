import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "@jobs/job";
import { JOBS_COLLECTION } from "@jobs/job-repository";
import { JobRunner } from "@jobs/job-runner";
import { enqueue } from "@jobs/queue";
import { emptyDatabase, useDatabase } from "../support/database";

useDatabase();

const queue = () => mongoose.connection.collection(JOBS_COLLECTION);
const runners: JobRunner[] = [];

beforeEach(emptyDatabase);
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(1_000)));
});

async function start(jobs: readonly Job[], lockMs?: number): Promise<JobRunner> {
  const runner = new JobRunner(jobs, { pollMs: 50, ...(lockMs && { lockMs }) });
  runners.push(runner);
  await runner.start();
  return runner;
}

async function stop(runner: JobRunner, timeoutMs?: number): Promise<void> {
  runners.splice(runners.indexOf(runner), 1);
  await runner.stop(timeoutMs);
}

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** A handler that works until it is told to end. */
function slowHandler() {
  const runs: (() => void)[] = [];
  const handler = () => new Promise<void>((resolve) => void runs.push(resolve));
  return { runs, handler };
}

describe("a scheduled job", () => {
  it("is written once and never runs twice at a time, with two workers", async () => {
    let working = 0;
    let most = 0;
    let turns = 0;
    const handler = async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
      turns += 1;
    };
    const jobs: Job[] = [{ name: "sweep-holds", schedule: { every: 100 }, handler }];
    await Promise.all([start(jobs), start(jobs)]);
    await until(() => expect(turns).toBeGreaterThan(4));
    expect(most).toBe(1);
    expect(await queue().countDocuments()).toBe(1);
  });

  it("has its next turn at the hour of Paris", async () => {
    const schedule = { cron: "10 0 * * *", timezone: "Europe/Paris" };
    await start([{ name: "end-reservations", schedule, handler: () => Promise.resolve() }]);
    const stored = await queue().findOne({ type: "single" });
    const paris = (stored?.nextRunAt as Date).toLocaleTimeString("fr-FR", {
      timeZone: "Europe/Paris",
    });
    expect(paris).toBe("00:10:00");
  });

  it("keeps its next turn when a worker restarts, and follows a changed schedule", async () => {
    const job = (every: number): Job => ({
      name: "sweep-holds",
      schedule: { every },
      handler: () => Promise.resolve(),
    });
    const first = await start([job(3_600_000)]);
    await until(async () => expect(await queue().findOne()).toHaveProperty("lastFinishedAt"));
    await stop(first);
    const next = (await queue().findOne())?.nextRunAt as Date;
    expect(next.getTime()).toBeGreaterThan(Date.now());
    await stop(await start([job(3_600_000)]));
    expect(await queue().findOne()).toHaveProperty("nextRunAt", next);
    await start([job(7_200_000)]);
    expect(await queue().findOne()).toHaveProperty("repeatInterval", 7_200_000);
  });

  it("also runs when a worker starts, if it says so", async () => {
    const handler = vi.fn(() => Promise.resolve());
    const schedule = { cron: "10 0 * * *", timezone: "Europe/Paris", atStart: true };
    await start([{ name: "end-reservations", schedule, handler }]);
    await until(() => expect(handler).toHaveBeenCalledOnce());
  });

  it("runs again at its next turn after a failure", async () => {
    let turns = 0;
    const handler = () => {
      turns += 1;
      return turns === 1 ? Promise.reject(new Error("not now")) : Promise.resolve();
    };
    await start([{ name: "sweep-holds", schedule: { every: 100 }, handler }]);
    await until(() => expect(turns).toBeGreaterThan(1));
  });
});

describe("enqueue", () => {
  const asked: Job["schedule"] = { cron: "0 0 1 1 *", timezone: "Europe/Paris" };

  it("runs a job once, with its data, whichever of two workers takes it", async () => {
    const received: unknown[] = [];
    const handler = (data: unknown) => Promise.resolve(void received.push(data));
    const jobs: Job[] = [{ name: "send-mails", handler }];
    await Promise.all([start(jobs), start(jobs)]);
    for (let number = 0; number < 6; number += 1) await enqueue("send-mails", { number });
    await until(async () => expect(await queue().countDocuments()).toBe(0));
    expect(received).toHaveLength(6);
    expect(new Set(received.map((data) => (data as { number: number }).number)).size).toBe(6);
  });

  it("asks once, however often it is called before a worker takes it", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => enqueue("send-mails")));
    expect(answers).toEqual(Array.from({ length: 10 }, () => true));
    await enqueue("send-mails");
    const handler = vi.fn(() => Promise.resolve());
    await start([{ name: "send-mails", schedule: asked, handler }]);
    await until(async () => expect(await queue().countDocuments({ type: "normal" })).toBe(0));
    // Calls that race may leave two requests; never as many as calls.
    expect(handler.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it("leaves the retry of a job with a schedule to its schedule", async () => {
    const handler = vi.fn(() => Promise.reject(new Error("not now")));
    await enqueue("send-mails");
    await start([{ name: "send-mails", schedule: asked, handler }]);
    await until(async () => expect(await queue().countDocuments({ type: "normal" })).toBe(0));
    expect(handler).toHaveBeenCalledOnce();
  });

  it("retries a job without a schedule, later", async () => {
    const handler = vi.fn(() => Promise.reject(new Error("not now")));
    await enqueue("send-mails");
    await start([{ name: "send-mails", handler }]);
    await until(async () => expect(await queue().findOne()).toHaveProperty("failCount", 1));
    const wait = ((await queue().findOne())?.nextRunAt as Date).getTime() - Date.now();
    expect(wait).toBeGreaterThan(20_000);
    expect(handler).toHaveBeenCalledOnce();
  });
});

describe("stopping", () => {
  it("waits for the handler at work and takes nothing more", async () => {
    const { runs, handler } = slowHandler();
    const runner = await start([{ name: "send-mails", handler }]);
    await enqueue("send-mails", 1);
    await until(() => expect(runs).toHaveLength(1));
    await enqueue("send-mails", 2);
    const stopping = stop(runner);
    runs[0]!();
    await stopping;
    expect(runs).toHaveLength(1);
    expect(await queue().find().toArray()).toMatchObject([{ data: 2, lockedAt: null }]);
  });

  it("gives back what did not finish in time, for another worker to do", async () => {
    const slow = slowHandler();
    const runner = await start([{ name: "send-mails", handler: slow.handler }]);
    await enqueue("send-mails", "unfinished");
    await until(() => expect(slow.runs).toHaveLength(1));
    await stop(runner, 50);
    const handler = vi.fn(() => Promise.resolve());
    await start([{ name: "send-mails", handler }]);
    await until(() => expect(handler).toHaveBeenCalledWith("unfinished"));
    slow.runs[0]!();
  });
});

describe("locks", () => {
  it("pass on when the worker that held one died", async () => {
    await enqueue("send-mails", "orphan");
    await queue().updateOne(
      {},
      { $set: { lockedAt: new Date(Date.now() - 2_000), nextRunAt: null } },
    );
    const handler = vi.fn(() => Promise.resolve());
    await start([{ name: "send-mails", handler }], 1_000);
    await until(() => expect(handler).toHaveBeenCalledExactlyOnceWith("orphan"));
  });

  it("are renewed while a handler works longer than they last", async () => {
    const { runs, handler } = slowHandler();
    const jobs: Job[] = [{ name: "send-mails", handler }];
    await Promise.all([start(jobs, 600), start(jobs, 600)]);
    await enqueue("send-mails");
    await until(() => expect(runs).toHaveLength(1));
    const lockedFirst = (await queue().findOne())?.lockedAt as Date;
    await until(async () => {
      const lockedAt = (await queue().findOne())?.lockedAt as Date;
      expect(lockedAt.getTime() - lockedFirst.getTime()).toBeGreaterThan(1_200);
    });
    expect(runs).toHaveLength(1);
    runs[0]!();
    await until(async () => expect(await queue().countDocuments()).toBe(0));
  });
});
