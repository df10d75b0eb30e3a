import { Agenda, InMemoryNotificationChannel, toJobId, type Job as AgendaJob } from "agenda";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { isDatabaseOutage } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { ClosableJobRepository } from "./job-repository";
import { enqueue, jobsCollection, requests } from "./queue";
import type { JobName, Schedule } from "./timetable";

/**
 * Does a job's work: what is due is looked up in the database, so that a turn that failed is made up
 * for by the next one. Safe to run twice, even at the same time in two processes: a process may die
 * in mid-run, and its work is then done again.
 */
export type Handler = () => Promise<unknown>;

/** Work done outside requests: by its schedule, and besides whenever someone asks for it. */
export interface Job {
  name: JobName;
  schedule: Schedule;
  handler: Handler;
}

/** How often it is told that a job still fails with the same. */
const TOLD_AGAIN_MS = 600_000;

/** When what was asked for is done again, should its removal fail. */
const AGAIN_MS = 60_000;

/** By how much the clocks of two machines may differ before one of them is taken for wrong. */
const CLOCKS_APART_MS = 60_000;

interface RunnerOptions {
  /** How often the queue is looked at, in milliseconds. */
  pollMs?: number;
  /** After how long the jobs of a process that died are taken over, in milliseconds. */
  lockMs?: number;
  /** How often a lock is renewed while its handler works, in milliseconds. */
  renewMs?: number;
  /** How often it is looked whether schedules, and the turns by them, are as they should be, in milliseconds. */
  checkMs?: number;
}

/**
 * Runs jobs in this process. Any number of runners may share one queue: a turn of a job is taken by
 * one of them, which holds it by a lock that it renews while the handler works. A runner that dies
 * loses its locks after `lockMs` and another one does the turn again.
 */
export class JobRunner {
  readonly #id = `${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #collection = jobsCollection();
  readonly #repository = new ClosableJobRepository(this.#collection.db);
  readonly #channel = new InMemoryNotificationChannel();
  readonly #agenda: Agenda;
  readonly #renewMs: number;
  readonly #checkMs: number;
  /** What jobs that fail have last failed with, and when that was told. */
  readonly #told = new Map<JobName, { message: string; at: number }>();
  #checks: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: readonly Job[],
    { pollMs = 2_000, lockMs = 60_000, renewMs = lockMs / 3, checkMs = 60_000 }: RunnerOptions = {},
  ) {
    this.#renewMs = renewMs;
    this.#checkMs = checkMs;
    this.#agenda = new Agenda({
      name: this.#id,
      // Numbers only: Agenda takes "500 milliseconds" for 500 seconds.
      processEvery: pollMs,
      defaultLockLifetime: lockMs,
      // One at a time of each name in a process; the others on the queue are anyone's.
      defaultConcurrency: 1,
      defaultLockLimit: 1,
      notificationChannel: this.#channel,
      backend: {
        name: "MongoDB",
        repository: this.#repository,
        ownsConnection: false,
        connect: () => this.#repository.connect(),
        disconnect: () => Promise.resolve(),
      },
    });
    this.#agenda.on("error", (error: Error) => logger.error({ err: error }, "job queue"));
    this.#agenda.on("fail", (error: Error, { attrs }: AgendaJob) => {
      this.#tellFailure(error, attrs.name as JobName, attrs.failCount);
    });
    this.#agenda.on("success", ({ attrs }: AgendaJob) => {
      if (this.#told.delete(attrs.name as JobName))
        logger.warn({ job: attrs.name }, "job works again");
    });
  }

  /** Writes the schedules that changed, then begins to take jobs. */
  async start(): Promise<void> {
    // Agenda's upsert alone would let two processes that start at once write two.
    await this.#collection.createIndex(
      { name: 1 },
      { name: "one_schedule_per_job", unique: true, partialFilterExpression: { type: "single" } },
    );
    for (const job of this.jobs) {
      this.#agenda.define(job.name, (run) => this.#run(job, run));
      await this.#schedule(job);
    }
    await this.#bringForward();
    await this.#agenda.start();
    this.#checks = setInterval(() => {
      this.#checkSchedules().catch((error: unknown) => {
        logger.warn({ err: error }, "schedules not checked");
      });
    }, this.#checkMs);
    requests.on("written", this.#look);
    // What was asked for during a turn waited for its lock, which is gone a moment after its end.
    this.#agenda.on("complete", ({ attrs }: AgendaJob) => {
      if (attrs._id) setImmediate(this.#look, attrs.name, attrs._id);
    });
    for (const { name, schedule } of this.jobs) {
      if (schedule.atStart) await enqueue(name);
    }
  }

  /**
   * Takes no further job, waits up to `timeoutMs` for the handlers at work and gives back what this
   * runner still holds, to be run at once by another one.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    requests.off("written", this.#look);
    clearInterval(this.#checks);
    await this.#repository.stopClaiming();
    const { running } = await this.#agenda.drain({ timeout: timeoutMs, closeConnection: false });
    if (running > 0) logger.warn({ running }, "jobs given back unfinished");
    // Agenda's own way leaves what it had claimed and not begun locked.
    await this.#collection.updateMany(
      { lastModifiedBy: this.#id, lockedAt: { $ne: null } },
      { $set: { lockedAt: null, nextRunAt: new Date() } },
    );
  }

  /** Looks now for a job of this name, without waiting for the next poll. */
  readonly #look = (jobName: string, id: string): void => {
    if (this.#channel.state !== "connected") return;
    const job = { jobId: toJobId(id), jobName, nextRunAt: null, priority: 0 };
    void this.#channel.publish({ ...job, timestamp: new Date() });
  };

  /** What a job fails with turn after turn is a state: told when it begins, seldom while it lasts. */
  #tellFailure(error: Error, job: JobName, failures?: number): void {
    // A state of its own, of which the log has lines of its own.
    if (!isDatabaseOutage(error)) {
      const { message } = error;
      const told = this.#told.get(job);
      if (told?.message === message && Date.now() - told.at < TOLD_AGAIN_MS) return;
      this.#told.set(job, { message, at: Date.now() });
    }
    logger.error({ err: error, job, failures }, "job failed");
  }

  /** Calls the handler and renews the lock until it is done. */
  async #run(job: Job, run: AgendaJob): Promise<void> {
    let renewal = Promise.resolve();
    const timer = setInterval(() => {
      renewal = run.touch().catch((error: unknown) => {
        logger.warn({ err: error, job: job.name }, "job lock not renewed");
      });
    }, this.#renewMs);
    // What was asked for comes again until it is removed, so that no end leaves it behind for ever.
    run.attrs.nextRunAt ??= new Date(Date.now() + AGAIN_MS);
    const end = async () => {
      clearInterval(timer);
      // A renewal that arrives after the job's end would lock it again.
      await renewal;
      // Done or not: its schedule is the retry. Agenda's own removal keeps what failed, and comes
      // after it reports the end, so that a stop would wait in vain for it.
      if (run.attrs.type === "normal") await run.remove();
    };
    try {
      await job.handler();
    } catch (error) {
      await end().catch((err: unknown) => logger.warn({ err, job: job.name }, "job not removed"));
      throw error;
    }
    await end();
  }

  /**
   * Writes the schedule of a job when it is new or changed. One that is right is left alone: writing
   * it again would unlock a turn that another process is at.
   */
  async #schedule({ name, schedule }: Job): Promise<void> {
    const { interval, timezone } = repetitionOf(schedule);
    const written = async () => {
      const { jobs } = await this.#agenda.queryJobs({ name });
      return jobs.find(({ type }) => type === "single");
    };
    const former = await written();
    if (former?.repeatInterval === interval && former.repeatTimezone === timezone) return;
    // An interval would otherwise keep the next turn that the former schedule named.
    if (former) await this.#agenda.cancel({ id: former._id });
    try {
      await this.#agenda.every(interval, name, undefined, { timezone });
    } catch (error) {
      // Several processes write it at once: the index lets one, and the others fail.
      if (!(await written())) throw error;
    }
  }

  async #checkSchedules(): Promise<void> {
    await this.#restoreSchedules();
    await this.#bringForward();
  }

  /**
   * Restores the schedules that a worker of another release wrote over, which started after this one. In place, and no turn is put
   * off by it: while both run, each of them may do so every minute.
   */
  async #restoreSchedules(): Promise<void> {
    for (const { name, schedule } of this.jobs) {
      const { interval, timezone = null } = repetitionOf(schedule);
      await this.#collection.updateOne(
        {
          ...{ name, type: "single", lockedAt: null },
          $or: [{ repeatInterval: { $ne: interval } }, { repeatTimezone: { $ne: timezone } }],
        },
        {
          $set: { repeatInterval: interval, repeatTimezone: timezone },
          $min: { nextRunAt: this.#nextTurn(name, schedule) },
        },
      );
    }
  }

  /**
   * Brings forward the turns that are later than their schedule says: who wrote them had a clock that was ahead,
   * and nobody would do them until that time has come.
   */
  async #bringForward(): Promise<void> {
    for (const { name, schedule } of this.jobs) {
      const nextRunAt = this.#nextTurn(name, schedule);
      const late = new Date(nextRunAt.getTime() + CLOCKS_APART_MS);
      const { modifiedCount } = await this.#collection.updateOne(
        { name, type: "single", lockedAt: null, nextRunAt: { $gt: late } },
        { $set: { nextRunAt } },
      );
      if (modifiedCount > 0) logger.warn({ job: name }, "turn brought forward: a clock was ahead");
    }
  }

  /** The latest moment of a job's next turn, as its schedule has it by this machine's clock. */
  #nextTurn(name: JobName, schedule: Schedule): Date {
    if ("every" in schedule) return new Date(Date.now() + schedule.every);
    const { cron, timezone } = schedule;
    return this.#agenda.create(name).repeatEvery(cron, { timezone }).attrs.nextRunAt!;
  }
}

/** How Agenda calls a schedule. */
function repetitionOf(schedule: Schedule): { interval: number | string; timezone?: string } {
  if ("every" in schedule) return { interval: schedule.every };
  return { interval: schedule.cron, timezone: schedule.timezone };
}
