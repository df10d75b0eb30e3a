import { allJobs } from "./all";
import { JobRunner } from "./job-runner";

let runner: JobRunner | null = null;

/** Starts this process's jobs; the database must be connected. A second call does nothing. */
export async function startJobs(): Promise<void> {
  if (runner) return;
  runner = new JobRunner(allJobs);
  await runner.start();
}

/** Stops them: handlers at work have 8 seconds to finish. To be called before disconnecting. */
export async function stopJobs(): Promise<void> {
  const stopping = runner;
  runner = null;
  await stopping?.stop();
}
