import { MongoJobRepository, type Db } from "@agendajs/mongo-backend";
import type { JobParameters, JobRepository } from "agenda";
import { logger } from "~/platform/log.server";
import { JOBS_COLLECTION } from "./queue";

/**
 * Agenda's store, with what a clean stop needs: after `stopClaiming` no job is taken any more, not
 * even by a search that was under way. And with what a kill needs: a turn that was cut short is due.
 */
export class ClosableJobRepository extends MongoJobRepository implements JobRepository {
  #closed = false;
  readonly #searches = new Set<Promise<unknown>>();

  constructor(db: unknown) {
    // The application's own connection, as Agenda's copy of the driver names its type.
    super({ mongo: db as Db, db: { collection: JOBS_COLLECTION }, ensureIndex: false });
  }

  override async getNextJobToRun(
    ...search: Parameters<MongoJobRepository["getNextJobToRun"]>
  ): Promise<JobParameters | undefined> {
    if (this.#closed) return undefined;
    const found = super.getNextJobToRun(...search);
    this.#searches.add(found);
    try {
      return dueIfCutShort(await found, search[1]);
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
 * What is not due yet was found by a lock that ran out: its worker died in mid-turn, after it had written when the next one is,
 * which for a daily job is tomorrow. Agenda would leave it until then.
 */
function dueIfCutShort(
  job: JobParameters | undefined,
  nextScanAt: Date,
): JobParameters | undefined {
  if (!job?.nextRunAt || job.nextRunAt <= nextScanAt) return job;
  return { ...job, nextRunAt: new Date() };
}
