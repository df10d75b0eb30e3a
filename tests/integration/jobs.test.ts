import { MongoJobRepository } from "@agendajs/mongo-backend";
import { toJobId, type JobParameters } from "agenda";
import mongoose from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { allJobs } from "@jobs/all";
import { ClosableJobRepository } from "@jobs/job-repository";
import { JobRunner, type Handler, type Job } from "@jobs/job-runner";
import { enqueue, jobsCollection as queue, turnsOfJobs } from "@jobs/queue";
import { logger, requestScope } from "~/platform/log.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";

useDatabase();

const HOUR_MS = 3_600_000;
/** No turn of its own while a test runs. */
const FAR = { cron: "0 0 1 1 *", timezone: "Europe/Paris" };
const runners: JobRunner[] = [];

beforeEach(emptyDatabase);
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(1_000)));
});

async function start(
  jobs: readonly Job[],
  options?: ConstructorParameters<typeof JobRunner>[1],
): Promise<JobRunner> {
  const runner = new JobRunner(jobs, { pollMs: 50, ...options });
  runners.push(runner);
  await runner.start();
  return runner;
}

async function stop(runner: JobRunner, timeoutMs?: number): Promise<void> {
  runners.splice(runners.indexOf(runner), 1);
  await runner.stop(timeoutMs);
}

vi.setConfig({ testTimeout: 40_000 });

const schedule = () => queue().findOne({ type: "single" });
const requests = () => queue().find({ type: "normal" }).toArray();
const noRequestIsLeft = () => eventually(async () => expect(await requests()).toEqual([]));

const sendMails = (handler: Handler, schedule: Job["schedule"] = FAR): Job[] => [
  { name: "send-mails", schedule, handler },
];
const done = () => vi.fn(() => Promise.resolve());
const failing = () => vi.fn(() => Promise.reject(new Error("not now")));

/** A handler that works until it is told to end. */
function slowHandler() {
  const runs: (() => void)[] = [];
  const handler = () => new Promise<void>((resolve) => void runs.push(resolve));
  return { runs, handler };
}

describe("a scheduled job", () => {
  it("is written once by workers that start at once", async () => {
    const jobs = allJobs.map(({ name }): Job => ({ name, schedule: FAR, handler: done() }));
    await Promise.all(Array.from({ length: 4 }, () => start(jobs, { pollMs: HOUR_MS })));
    const written = await queue().find().toArray();
    expect(written.map(({ name }) => String(name)).sort()).toEqual(
      allJobs.map(({ name }) => name).sort(),
    );
  });

  it("never runs twice at a time, with two workers", async () => {
    const { runs, handler } = slowHandler();
    const looks = [done(), done()] as const;
    const beside = (name: Job["name"], handler: Handler): Job[] => [
      { name: "sweep-holds", schedule: { every: 50 }, handler: slow },
      { name, schedule: { every: 50 }, handler },
    ];
    const slow = handler;
    await start(beside("expire-requests", looks[0]));
    await eventually(() => expect(runs).toHaveLength(1));
    await start(beside("reconcile-payments", looks[1]));
    await queue().updateOne({ name: "sweep-holds" }, { $set: { nextRunAt: new Date() } });
    // Each worker looks for all of its jobs at once, so it has seen that this one is due.
    for (const look of looks) look.mockClear();
    await eventually(() =>
      looks.forEach((look) => expect(look.mock.calls.length).toBeGreaterThan(4)),
    );
    expect(runs).toHaveLength(1);
    runs[0]!();
    await eventually(() => expect(runs).toHaveLength(2));
    runs[1]!();
  });

  it("has its next turn at the hour of Paris", async () => {
    await start(sendMails(done(), { cron: "10 0 * * *", timezone: "Europe/Paris" }));
    const paris = ((await schedule())?.nextRunAt as Date).toLocaleTimeString("fr-FR", {
      timeZone: "Europe/Paris",
    });
    expect(paris).toBe("00:10:00");
  });

  it("that fails turn after turn is told once for each reason, and once when it works again", async () => {
    const lines: unknown[] = [];
    for (const level of ["error", "warn"] as const) {
      vi.spyOn(logger, level).mockImplementation((...[fields, msg]: unknown[]) => {
        const { err, job } = fields as { err?: Error; job: string };
        lines.push([msg, job, err?.message]);
      });
    }
    let failure: Error | null = new Error("no mail server");
    const handler = vi.fn(() => (failure ? Promise.reject(failure) : Promise.resolve()));
    await start(sendMails(handler, { every: 50 }));
    await eventually(() => expect(handler.mock.calls.length).toBeGreaterThan(3));
    failure = new Error("wrong password");
    await eventually(() => expect(lines).toHaveLength(2));
    const [counted] = await turnsOfJobs();
    expect(counted?.failCount).toBeGreaterThan(2);
    failure = null;
    await eventually(() => expect(lines).toHaveLength(3));
    const turns = handler.mock.calls.length;
    await eventually(() => expect(handler.mock.calls.length).toBeGreaterThan(turns + 2));
    expect(await turnsOfJobs()).toMatchObject([{ failCount: 0 }]);
    expect(lines).toEqual([
      ["job failed", "send-mails", "no mail server"],
      ["job failed", "send-mails", "wrong password"],
      ["job works again", "send-mails", undefined],
    ]);
    vi.restoreAllMocks();
  });

  it("keeps its next turn when a worker restarts, and follows a changed schedule", async () => {
    const first = await start(sendMails(done(), { every: HOUR_MS }));
    await eventually(async () => expect((await schedule())?.lastFinishedAt).toBeInstanceOf(Date));
    await stop(first);
    const next = (await schedule())?.nextRunAt as Date;
    expect(next.getTime()).toBeGreaterThan(Date.now());
    await stop(await start(sendMails(done(), { every: HOUR_MS })));
    expect(await schedule()).toHaveProperty("nextRunAt", next);
    const handler = done();
    await start(sendMails(handler, { every: 2 * HOUR_MS }));
    expect(await schedule()).toHaveProperty("repeatInterval", 2 * HOUR_MS);
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
  });

  it.each([
    ["an interval", { every: HOUR_MS }, { repeatInterval: HOUR_MS, repeatTimezone: null }],
    ["an hour", FAR, { repeatInterval: FAR.cron, repeatTimezone: FAR.timezone }],
  ])(
    "has its own schedule again, and no later turn, where a worker of another release wrote over it (%s)",
    async (_, own, written) => {
      await start(sendMails(done(), own), { checkMs: 100 });
      // An interval begins with a turn.
      await eventually(async () => {
        const written = await schedule();
        expect(written).toMatchObject({ lockedAt: null });
        expect(Number(written?.nextRunAt)).toBeGreaterThan(Date.now() + 600_000);
      });
      const [others, soon] = [{ repeatInterval: 5 * HOUR_MS }, new Date(Date.now() + 600_000)];
      const change = { $set: { ...others, repeatTimezone: null, nextRunAt: soon } };
      await queue().updateOne({ type: "single" }, change);
      await eventually(async () => expect(await schedule()).toMatchObject(written));
      expect(await schedule()).toHaveProperty("nextRunAt", soon);
    },
  );

  it.each([
    ["every", { every: 100 }],
    ["cron", { cron: "* * * * *", timezone: "Europe/Paris" }],
  ])(
    "is done in time though a machine whose clock was ahead wrote its turn (%s)",
    async (_, schedule) => {
      const late = async () =>
        await queue().updateOne(
          { type: "single" },
          { $set: { nextRunAt: new Date(Date.now() + 24 * HOUR_MS) } },
        );
      const next = async () => (await queue().findOne({ type: "single" }))?.nextRunAt as Date;
      await stop(await start(sendMails(done(), schedule)));
      await late();
      await start(sendMails(done(), schedule), { checkMs: 200 });
      expect((await next()).getTime()).toBeLessThan(Date.now() + 61_000);
      // Or while this one works.
      await eventually(async () => expect((await late()).matchedCount).toBe(1));
      await eventually(async () =>
        expect((await next()).getTime()).toBeLessThan(Date.now() + 61_000),
      );
    },
  );

  it("also runs when a worker starts, if it says so", async () => {
    const handler = done();
    await start(sendMails(handler, { ...FAR, atStart: true }));
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    await noRequestIsLeft();
  });

  it("runs again at its next turn after a failure", async () => {
    const handler = failing();
    await start(sendMails(handler, { every: 100 }));
    await eventually(() => expect(handler.mock.calls.length).toBeGreaterThan(1));
  });
});

describe("enqueue", () => {
  it("wakes the worker of its own process, whose next look at the queue is far", async () => {
    const handler = done();
    await start(sendMails(handler), { pollMs: HOUR_MS });
    await enqueue("send-mails");
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
  });

  it("runs a job once each time, whichever of two workers takes it", async () => {
    const handler = done();
    await Promise.all([start(sendMails(handler)), start(sendMails(handler))]);
    for (let asked = 1; asked <= 6; asked += 1) {
      await enqueue("send-mails");
      await noRequestIsLeft();
      expect(handler).toHaveBeenCalledTimes(asked);
    }
  });

  it("asks once, however often it is called before a worker takes it", async () => {
    for (let asked = 0; asked < 10; asked += 1) expect(await enqueue("send-mails")).toBe(true);
    expect(await requests()).toHaveLength(1);
    const handler = done();
    await start(sendMails(handler));
    await noRequestIsLeft();
    expect(handler).toHaveBeenCalledOnce();
  });

  it("asks once when others, whose clock is a moment ahead, have asked", async () => {
    const ahead = Date.now() + 100;
    vi.useFakeTimers({ toFake: ["Date"], now: ahead });
    await enqueue("send-mails");
    vi.setSystemTime(ahead - 100);
    await enqueue("send-mails");
    vi.useRealTimers();
    expect(await requests()).toHaveLength(1);
  });

  it("leaves less than it was asked when all ask at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => enqueue("send-mails")));
    expect(answers).toEqual(Array.from({ length: 10 }, () => true));
    // Upserts that race each find nothing; a job is safe to run twice.
    expect((await requests()).length).toBeLessThan(10);
  });

  it("has the job done outside the request that asked: its lines are about no incident", async () => {
    const scopes: unknown[] = [];
    await start(
      sendMails(() => Promise.resolve(scopes.push(requestScope.getStore()))),
      { pollMs: HOUR_MS },
    );
    await requestScope.run({ requestId: "r-1" }, () => enqueue("send-mails"));
    await eventually(() => expect(scopes).toEqual([undefined]));
  });

  it("asks again while a worker is at the turn that was asked for before", async () => {
    const { runs, handler } = slowHandler();
    await start(sendMails(handler), { pollMs: HOUR_MS });
    await enqueue("send-mails");
    await eventually(() => expect(runs).toHaveLength(1));
    await enqueue("send-mails");
    runs[0]!();
    await eventually(() => expect(runs).toHaveLength(2));
    runs[1]!();
    await noRequestIsLeft();
  });

  it("answers false when the queue cannot be written, and does not fail", async () => {
    const away = vi.spyOn(mongoose.connection, "db", "get").mockReturnValue(undefined);
    expect(await enqueue("send-mails")).toBe(false);
    away.mockRestore();
  });
});

describe("a turn that fails leaves the retry to the schedule, and nothing behind", () => {
  it("when it was asked for", async () => {
    const handler = failing();
    await enqueue("send-mails");
    await start(sendMails(handler));
    await noRequestIsLeft();
    expect(handler).toHaveBeenCalledOnce();
  });

  it("but comes again when what was asked for could not be removed", async () => {
    const remove = vi.spyOn(MongoJobRepository.prototype, "removeJobs");
    remove.mockRejectedValueOnce(new Error("away"));
    await enqueue("send-mails");
    await start(sendMails(done()));
    await eventually(async () => expect(await requests()).toMatchObject([{ failCount: 1 }]));
    const nextRunAt = (await requests())[0]?.nextRunAt as Date;
    expect(nextRunAt.getTime()).toBeGreaterThan(Date.now());
    remove.mockRestore();
  });

  it("and is told by what it failed with, though what was asked for could not be removed", async () => {
    const remove = vi.spyOn(MongoJobRepository.prototype, "removeJobs");
    remove.mockRejectedValueOnce(new Error("away"));
    const told = [vi.spyOn(logger, "warn"), vi.spyOn(logger, "error")] as const;
    for (const log of told) log.mockReturnValue();
    await enqueue("send-mails");
    await start(sendMails(failing()));
    const err = expect.objectContaining({ message: "not now" }) as Error;
    const failed = expect.objectContaining({ err, job: "send-mails" }) as object;
    await eventually(() => expect(told[1].mock.calls).toEqual([[failed, "job failed"]]));
    expect(told[0].mock.calls).toEqual([
      [{ err: new Error("away"), job: "send-mails" }, "job not removed"],
    ]);
    for (const spy of [remove, ...told]) spy.mockRestore();
  });

  it("at the start of a worker", async () => {
    const handler = failing();
    await start(sendMails(handler, { ...FAR, atStart: true }));
    await noRequestIsLeft();
    expect(handler).toHaveBeenCalledOnce();
    expect((await schedule())?.nextRunAt).toBeInstanceOf(Date);
  });

  it("in the worker that takes over from one that was killed", async () => {
    await enqueue("send-mails");
    await leaveAsKilled();
    const handler = failing();
    await start(sendMails(handler));
    await noRequestIsLeft();
    expect(handler).toHaveBeenCalledOnce();
  });
});

/**
 * What a worker leaves that was killed after it had begun a turn, once the lock's minute is over.
 *
 * @param nextRunAt which it had written by then: of what was asked for none
 */
async function leaveAsKilled(nextRunAt: Date | null = null): Promise<void> {
  const lockedAt = new Date(Date.now() - 120_000);
  await queue().updateOne({}, { $set: { lockedAt, lastRunAt: lockedAt, nextRunAt } });
}

describe("stopping", () => {
  it("waits for the handler at work and takes nothing more", async () => {
    const { runs, handler } = slowHandler();
    const runner = await start(sendMails(handler));
    await enqueue("send-mails");
    await eventually(() => expect(runs).toHaveLength(1));
    await enqueue("send-mails");
    // More time than the test has: the stop is over with the handler, not with the wait for it.
    const stopping = stop(runner, 60_000);
    runs[0]!();
    await stopping;
    expect(runs).toHaveLength(1);
    expect(await requests()).toMatchObject([{ lockedAt: null }]);
  });

  it("waits for a search under way and allows none after it", async () => {
    const repository = new ClosableJobRepository(mongoose.connection.db);
    await repository.connect();
    const search = () =>
      repository.getNextJobToRun("send-mails", new Date(), new Date(0), undefined, {});
    await enqueue("send-mails");
    const underWay = vi.fn();
    void search().then(underWay);
    await repository.stopClaiming();
    expect(underWay).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ name: "send-mails" }),
    );
    await enqueue("send-mails");
    expect(await search()).toBeUndefined();
  });

  it("gives back what a search under way had claimed", async () => {
    await enqueue("send-mails");
    const runner = await start(sendMails(done()), { pollMs: HOUR_MS });
    await stop(runner);
    expect(await queue().countDocuments({ lockedAt: { $ne: null } })).toBe(0);
  });

  it("gives back what did not finish in time, for another worker to do", async () => {
    const slow = slowHandler();
    const runner = await start(sendMails(slow.handler));
    await enqueue("send-mails");
    await eventually(() => expect(slow.runs).toHaveLength(1));
    await stop(runner, 50);
    const handler = done();
    await start(sendMails(handler));
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    slow.runs[0]!();
  });

  it("survives a lock that cannot be released, which Agenda alone would not", async () => {
    const other = await mongoose.createConnection(process.env.MONGODB_URI!).asPromise();
    const repository = new ClosableJobRepository(other.db);
    await repository.connect();
    const job = { _id: toJobId("0".repeat(24)), name: "send-mails" } as JobParameters;
    await other.close();
    await expect(repository.unlockJob(job)).resolves.toBeUndefined();
    const unlock = MongoJobRepository.prototype.unlockJob.call(repository, job);
    await expect(unlock).rejects.toThrow();
  });
});

describe("locks", () => {
  it("pass on when the worker that held one died", async () => {
    await enqueue("send-mails");
    await leaveAsKilled();
    const handler = done();
    await start(sendMails(handler));
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
  });

  it("pass on at once when its schedule has the next turn tomorrow, and that stays", async () => {
    await stop(await start(sendMails(done())));
    const next = (await schedule())?.nextRunAt as Date;
    expect(next.getTime()).toBeGreaterThan(Date.now() + 60_000);
    await leaveAsKilled(next);
    const handler = done();
    await Promise.all([start(sendMails(handler)), start(sendMails(handler))]);
    await eventually(async () =>
      expect(await schedule()).toMatchObject({ lockedAt: null, nextRunAt: next }),
    );
    expect(handler).toHaveBeenCalledOnce();
  });

  it("are renewed while a handler works, and its end is the last word", async () => {
    const { runs, handler } = slowHandler();
    await start(sendMails(handler), { renewMs: 50 });
    await enqueue("send-mails");
    await eventually(() => expect(runs).toHaveLength(1));
    const renewals = new Set<number>();
    await eventually(async () => {
      renewals.add(((await requests())[0]?.lockedAt as Date).getTime());
      expect(renewals.size).toBeGreaterThan(3);
    });
    runs[0]!();
    await noRequestIsLeft();
    expect(runs).toHaveLength(1);
  });
});
