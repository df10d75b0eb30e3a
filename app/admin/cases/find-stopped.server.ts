import { jobsCollection, timedJob, type JobName, type TimedJob } from "@jobs/queue";
import { trusted, Types, type mongo } from "mongoose";
import { MailModel } from "@models/mail";
import { DAY_MINUTES, addMinutes, formatInstant, todayInParis } from "~/platform/days";
import { NOT_SET } from "~/platform/not-set.server";
import { tellsStuck } from "~/platform/stuck";
import { CASES_OF_A_KIND, casePath, type FoundCase, type Sought } from "./case-file";
import { jobLabel } from "./job-words.server";

/** Mails that no try brought to their reader; they stay, so that those which were put away say it themselves. */
export async function deadMails({ skip, ids }: Sought): Promise<FoundCase[]> {
  const mails = await MailModel.find(
    { status: "failed", putAway: NOT_SET, ...(ids && { _id: trusted({ $in: ids }) }) },
    "to subject attempts lastError createdAt",
  )
    .sort({ nextAttemptAt: -1 })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .lean();
  return mails.map(({ _id, to, subject, attempts, lastError, createdAt }) => {
    const key = `mail:${_id.toString()}`;
    return {
      key,
      kind: "mail",
      title: `${subject}\u00a0: non remis`,
      context: `${attempts > 1 ? `${attempts} essais` : "1 essai"}, adresse ${to}.${lastError ? ` Dernière réponse\u00a0: «\u00a0${lastError}\u00a0».` : ""}`,
      href: casePath(key),
      since: createdAt,
      deadline: null,
      amount: null,
      mark: String(attempts),
    };
  });
}

/** What Agenda writes of a job's turns. */
export interface StoppedJob {
  _id: Types.ObjectId;
  name: JobName;
  /** Its own schedule's, or asked for besides. */
  type: "single" | "normal";
  failCount?: number;
  failReason?: string;
  failedAt?: Date | null;
  lastRunAt?: Date;
  lastFinishedAt?: Date | null;
  nextRunAt?: Date | null;
  lockedAt?: Date | null;
}

/** So much later than its turn was due, or was to be over, is a job that nobody does: the worker is off, or stands at it. */
const OVERDUE_MINUTES = 60;

/** Jobs whose last turn failed, those whose turn nobody takes, and those that no turn brings to an end; the queue holds each of the product’s a few times at most. */
export async function stoppedJobs(
  { skip, ids }: Sought,
  now: Date = new Date(),
): Promise<FoundCase[]> {
  const overdue = addMinutes(now, -OVERDUE_MINUTES);
  const stopped: mongo.Filter<StoppedJob>[] = [
    { failedAt: { $type: "date" } },
    { type: "single", nextRunAt: { $type: "date", $lt: overdue } },
    { type: "single", lastFinishedAt: { $lt: overdue } },
    { type: "single", lastFinishedAt: null },
  ];
  const jobs = await jobsCollection<StoppedJob>()
    .find({ $or: stopped, ...(ids && { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }) })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .toArray();
  return jobs.flatMap((job) => {
    // Of one that failed and whose next turn nobody takes, or ends, that is to be seen to first.
    const trouble = delayOf(job, overdue) ?? unendedOf(job, overdue) ?? failureOf(job);
    if (!trouble) return [];
    const key = `job:${job._id.toString()}`;
    const title = jobLabel(job.name);
    return { key, kind: "job" as const, title, href: casePath(key), amount: null, ...trouble };
  });
}

type Trouble = Pick<FoundCase, "context" | "since" | "deadline" | "mark">;

/** Whether nobody takes a job's turn, or ends it, be it that it failed before: to wake it would only hide that. */
export function isLate(job: StoppedJob, now: Date): boolean {
  const overdue = addMinutes(now, -OVERDUE_MINUTES);
  return (delayOf(job, overdue) ?? unendedOf(job, overdue)) !== null;
}

function failureOf(job: StoppedJob): Trouble | null {
  const { failedAt, lastFinishedAt, failCount = 1, failReason = "inconnu" } = job;
  if (!failedAt || (lastFinishedAt && failedAt < lastFinishedAt)) return null;
  return {
    context: `${failCount > 1 ? `${failCount} échecs` : "1 échec"}. Dernier message\u00a0: «\u00a0${failReason}\u00a0».`,
    since: failedAt,
    deadline: addMinutes(failedAt, DAY_MINUTES),
    // What is stuck fails each turn anew: put away, it stays so for the day, or until something else is.
    mark: tellsStuck(failReason)
      ? `${todayInParis(failedAt)} ${failReason}`
      : String(failedAt.getTime()),
  };
}

/** One that an older version has left on the queue is nobody's to do. */
function delayOf({ name, type, nextRunAt }: StoppedJob, overdue: Date): Trouble | null {
  if (type !== "single" || !nextRunAt || nextRunAt >= overdue || !timedJob(name)) return null;
  return {
    context: `Tâche en retard\u00a0: son passage était prévu le ${formatInstant(nextRunAt)}. Le programme des tâches ne tourne peut-être plus.`,
    since: nextRunAt,
    deadline: nextRunAt,
    mark: `retard ${nextRunAt.getTime()}`,
  };
}

/**
 * A turn that ends the process it is done in fails nowhere, and the next one is never late: before its work begins Agenda writes
 * when that is due. After a long stop of the worker the first turn looks the same until it ends.
 */
function unendedOf(job: StoppedJob, overdue: Date): Trouble | null {
  const { _id, name, type, lastRunAt, lastFinishedAt } = job;
  const timed = timedJob(name);
  // One that never ended any was written to the queue then.
  const since = lastFinishedAt ?? _id.getTimestamp();
  if (type !== "single" || !timed || !lastRunAt || since >= lastRunAt) return null;
  // After months without a turn (send-statements) the last end says nothing.
  if ("cron" in timed && !timed.cron.endsWith(" * * *")) return null;
  if (since >= addMinutes(overdue, -minutesBetween(timed))) return null;
  return {
    context: `Passage jamais terminé\u00a0: aucun n’est allé au bout depuis le ${formatInstant(since)}. Cette tâche arrête peut-être le programme des tâches à chaque essai.`,
    since,
    deadline: since,
    mark: `inachevé ${since.getTime()}`,
  };
}

/** From one turn to the next; those without an interval have one a day. */
const minutesBetween = (timed: TimedJob): number =>
  "every" in timed ? timed.every / 60_000 : DAY_MINUTES;
