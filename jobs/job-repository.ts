import { MongoJobRepository, type Db } from "@agendajs/mongo-backend";
import type { JobParameters, JobRepository } from "agenda";
import mongoose from "mongoose";
import { logger } from "~/platform/log.server";
import type { JobName } from "./job";

export const JOBS_COLLECTION = "agendaJobs";

/** The application's own connection, as Agenda's copy of the driver names its type. */
export function jobsDatabase(): Db {
  const { db } = mongoose.connection;
  if (!db) throw new Error("The database is not connected.");
  return db as unknown as Db;
}

/** A one-off job as Agenda stores it, due at once. */
export function oneOff(name: JobName, data: unknown, now: Date) {
  return { name, type: "normal", priority: 0, nextRunAt: now, lockedAt: null, data };
}

/**
 * Agenda's store, with what a clean stop needs: after `stopClaiming` no job is taken any more, not
 * even by a search that was under way.
 */
export class ClosableJobRepository extends MongoJobRepository implements JobRepository {
  #closed = false;
  readonly #searches = new Set<Promise<unknown>>();

  constructor(db: Db) {
    super({ mongo: db, db: { collection: JOBS_COLLECTION }, ensureIndex: false });
  }

  override async getNextJobToRun(
    ...search: Parameters<MongoJobRepository["getNextJobToRun"]>
  ): Promise<JobParameters | undefined> {
    if (this.#closed) return undefined;
    const found = super.getNextJobToRun(...search);
    this.#searches.add(found);
    try {
      return await found;
    } finally {
      this.#searches.delete(found);
    }
  }

  /** Agenda does not wait for this call, so its failure must not go unhandled: the lock runs out. */
  override async unlockJob(job: JobParameters): Promise<void> {
    try {
      await super.unlockJob(job);
    } catch (error) {
      logger.warn({ err: error, job: job.name }, "job not unlocked");
    }
  }

  async stopClaiming(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#searches);
  }
}

/**
 * The indexes of the queue: one that finds what is due, and one that lets a job have a single
 * schedule however many processes start at once. Nothing happens when they are there.
 */
export async function ensureJobIndexes(db: Db): Promise<void> {
  await db.collection(JOBS_COLLECTION).createIndexes([
    { key: { name: 1, nextRunAt: 1, priority: -1, lockedAt: 1, disabled: 1 }, name: "due" },
    {
      key: { name: 1 },
      name: "one_schedule_per_job",
      unique: true,
      partialFilterExpression: { type: "single" },
    },
  ]);
}
