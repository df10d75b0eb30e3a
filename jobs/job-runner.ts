import { Agenda, backoffStrategies, type Job as AgendaJob } from "agenda";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { logger } from "~/platform/log.server";
import type { Job, Schedule } from "./job";
import {
  ClosableJobRepository,
  ensureJobIndexes,
  JOBS_COLLECTION,
  jobsDatabase,
} from "./job-repository";
import { enqueue } from "./queue";

interface RunnerOptions {
  /** How often the queue is looked at, in milliseconds. */
  pollMs?: number;
  /** After how long the jobs of a process that died are taken over, in milliseconds. */
  lockMs?: number;
}

/** Retries of a job that has no schedule, from half a minute on: about a day in all. */
const RETRIES = { delay: 30_000, maxDelay: 3 * 3_600_000, maxRetries: 15 };

/**
 * Runs jobs in this process. Any number of runners may share one queue: a turn of a job is taken by
 * one of them, which holds it by a lock that it renews while the handler works. A runner that dies
 * loses its locks after `lockMs` and another one does the turn again.
 */
export class JobRunner {
  readonly #id = `${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #db = jobsDatabase();
  readonly #repository = new ClosableJobRepository(this.#db);
  readonly #agenda: Agenda;
  readonly #lockMs: number;

  constructor(
    private readonly jobs: readonly Job[],
    { pollMs = 2_000, lockMs = 60_000 }: RunnerOptions = {},
  ) {
    this.#lockMs = lockMs;
    this.#agenda = new Agenda({
      name: this.#id,
      // Numbers only: Agenda takes "500 milliseconds" for 500 seconds.
      processEvery: pollMs,
      defaultLockLifetime: lockMs,
      // One at a time of each name in a process; the others on the queue are anyone's.
      defaultConcurrency: 1,
      defaultLockLimit: 1,
      backend: {
        name: "MongoDB",
        repository: this.#repository,
        ownsConnection: false,
        connect: () => this.#repository.connect(),
        disconnect: () => Promise.resolve(),
      },
    });
    this.#agenda.on("error", (error: Error) => logger.error({ err: error }, "job queue"));
    this.#agenda.on("fail", (error: Error, job: AgendaJob) => {
      logger.error(
        { err: error, job: job.attrs.name, failures: job.attrs.failCount },
        "job failed",
      );
    });
  }

  /** Writes the schedules that changed, then begins to take jobs. */
  async start(): Promise<void> {
    await ensureJobIndexes(this.#db);
    for (const job of this.jobs) {
      this.#agenda.define(job.name, (run) => this.#run(job, run), {
        backoff: job.schedule ? undefined : backoffStrategies.exponential(RETRIES),
      });
      if (job.schedule) await this.#schedule(job.name, job.schedule);
    }
    await this.#agenda.start();
    for (const { name, schedule } of this.jobs) {
      if (schedule?.atStart) await enqueue(name);
    }
  }

  /**
   * Takes no further job, waits up to `timeoutMs` for the handlers at work and gives back what this
   * runner still holds, to be run at once by another one.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    await this.#repository.stopClaiming();
    const { running } = await this.#agenda.drain({ timeout: timeoutMs, closeConnection: false });
    if (running > 0) logger.warn({ running }, "jobs given back unfinished");
    await this.#db
      .collection(JOBS_COLLECTION)
      .updateMany(
        { lastModifiedBy: this.#id, lockedAt: { $ne: null } },
        { $set: { lockedAt: null, nextRunAt: new Date() } },
      );
  }

  /** Calls the handler and renews the lock until it is done. */
  async #run(job: Job, run: AgendaJob): Promise<void> {
    let renewal = Promise.resolve();
    const timer = setInterval(() => {
      renewal = run.touch().catch((error: unknown) => {
        logger.warn({ err: error, job: job.name }, "job lock not renewed");
      });
    }, this.#lockMs / 3);
    const isRequest = run.attrs.type === "normal";
    try {
      await job.handler(run.attrs.data ?? undefined);
      // Agenda's own removal comes after it reports the end, so a stop would wait in vain for it.
      if (isRequest) await run.remove();
    } catch (error) {
      // The schedule is the retry of what was asked for besides it.
      if (isRequest && job.schedule) await run.remove();
      throw error;
    } finally {
      clearInterval(timer);
      // A renewal that arrives after the job's end would lock it again.
      await renewal;
    }
  }

  /**
   * Writes the schedule of a job when it is new or changed. One that is right is left alone, so that
   * a restart neither hastens nor delays the job's next turn.
   */
  async #schedule(name: Job["name"], schedule: Schedule): Promise<void> {
    const interval = "every" in schedule ? schedule.every : schedule.cron;
    const timezone = "every" in schedule ? undefined : schedule.timezone;
    const collection = this.#db.collection(JOBS_COLLECTION);
    const only = { name, type: "single" };
    const right = { repeatInterval: interval, repeatTimezone: timezone ?? null };
    if (await collection.findOne({ ...only, ...right, nextRunAt: { $ne: null } })) return;
    const { nextRunAt } = this.#agenda.create(name).repeatEvery(interval, { timezone }).attrs;
    await collection.updateOne(
      only,
      { $set: { ...right, nextRunAt }, $setOnInsert: { priority: 0, data: null, lockedAt: null } },
      { upsert: true },
    );
  }
}
