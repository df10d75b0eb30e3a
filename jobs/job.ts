/**
 * When a job runs by itself. `every` is in milliseconds; `cron` has five fields, read in `timezone`.
 * With `atStart` it also runs when a worker starts, for what a long stop has left undone.
 */
export type Schedule = ({ every: number } | { cron: string; timezone: string }) & {
  atStart?: boolean;
};

/**
 * Work done outside requests: by its schedule, when someone puts it on the queue, or both.
 *
 * The handler calls one use case and is safe to run twice, even at the same time in two processes:
 * a process may die in mid-run, and its work is then done again. It takes what is due from the
 * database, so a turn that failed is made up for by the next one.
 */
export interface Job {
  name: JobName;
  schedule?: Schedule;
  /** `data` is what `enqueue` was given, undefined at a scheduled turn: parse it. */
  handler: (data: unknown) => Promise<void>;
}

/** Every job there is; what puts one on the queue knows its name alone. */
export const JOB_NAMES = [
  "send-mails",
  "sweep-holds",
  "expire-requests",
  "end-reservations",
  "reconcile-payments",
  "erase-images",
  "sweep-images",
] as const;
export type JobName = (typeof JOB_NAMES)[number];
