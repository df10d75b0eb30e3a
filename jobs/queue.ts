import { logger } from "~/platform/log.server";
import type { JobName } from "./job";
import { JOBS_COLLECTION, jobsDatabase, oneOff } from "./job-repository";

/**
 * Asks for a job to run as soon as a worker is free, once, however often it is asked for before
 * then. To be called after the commit of what the job is to work on; `data` is plain JSON.
 *
 * Never rejects, for what the caller did stands already: when the queue cannot be written this is
 * logged and false is answered. A job with a schedule then finds its work at its next turn.
 */
export async function enqueue(name: JobName, data: unknown = null): Promise<boolean> {
  try {
    const now = new Date();
    const { nextRunAt, ...same } = oneOff(name, data, now);
    await jobsDatabase()
      .collection(JOBS_COLLECTION)
      .updateOne(
        { ...same, nextRunAt: { $lte: now } },
        { $setOnInsert: { ...same, nextRunAt } },
        { upsert: true },
      );
    return true;
  } catch (error) {
    logger.error({ err: error, job: name }, "job not put on the queue");
    return false;
  }
}
