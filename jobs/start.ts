import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseOutage } from "~/platform/database-errors.server";
import { logger } from "~/platform/log.server";
import { allJobs } from "./all";
import { JobRunner } from "./job-runner";

/** How long a start that the database did not answer waits for its next try. */
const AGAIN_MS = 5_000;

let runner: JobRunner | null = null;

/** Starts this process's jobs; the database must be connected. A second call does nothing. */
export async function startJobs(): Promise<void> {
  if (runner) return;
  runner = new JobRunner(allJobs);
  try {
    await runner.start();
  } catch (error) {
    runner = null;
    throw error;
  }
}

/**
 * The same for a process that people are answered by: a database that goes away at that moment ends neither. Tries again until they
 * run, or until it is told to give up.
 */
export async function startJobsInTheEnd(givenUp: AbortSignal): Promise<void> {
  while (!givenUp.aborted) {
    try {
      return await startJobs();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      logger.warn({ err: error }, "jobs not started, tried again");
    }
    await sleep(AGAIN_MS, undefined, { signal: givenUp }).catch(() => undefined);
  }
}

/** Stops them: handlers at work have 8 seconds to finish. To be called before disconnecting. */
export async function stopJobs(): Promise<void> {
  const stopping = runner;
  runner = null;
  await stopping?.stop();
}
