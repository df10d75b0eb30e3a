/** What the jobs of the queue are called in the back-office. */
import { timedJob, type JobName } from "@jobs/queue";

/** A job that an older version has left on the queue goes by its name. */
export const jobLabel = (name: JobName): string => timedJob(name)?.label ?? name;

/** Of one that nobody knows any more it is supposed. */
export function jobMovesMoney(name: JobName): boolean {
  const job = timedJob(name);
  return job === null || job.movesMoney === true;
}
