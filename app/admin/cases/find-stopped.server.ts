import { jobsCollection, type JobName } from "@jobs/queue";
import { trusted, Types } from "mongoose";
import { MailModel } from "@models/mail";
import { addMinutes } from "~/platform/days";
import { CASES_OF_A_KIND, casePath, type FoundCase, type Sought } from "./case-file";
import { jobLabel } from "./job-words.server";

const DAY_MINUTES = 24 * 60;

/** Mails that no try brought to their reader; they stay, so that those which were put away say it themselves. */
export async function deadMails({ skip, id }: Sought): Promise<FoundCase[]> {
  const mails = await MailModel.find(
    { status: "failed", putAway: trusted({ $exists: false }), ...(id && { _id: id }) },
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

/** What Agenda writes of a job that failed. */
export interface FailingJob {
  name: JobName;
  failCount?: number;
  failReason?: string;
  failedAt: Date;
  lastRunAt?: Date;
  lastFinishedAt?: Date;
  nextRunAt?: Date | null;
  lockedAt?: Date | null;
}

/** Jobs whose last turn failed; the queue holds each of the product’s jobs a few times at most. */
export async function stoppedJobs({ skip, id }: Sought): Promise<FoundCase[]> {
  const jobs = await jobsCollection<FailingJob>()
    .find({ failedAt: { $type: "date" }, ...(id && { _id: new Types.ObjectId(id) }) })
    .skip(skip)
    .limit(CASES_OF_A_KIND)
    .toArray();
  return jobs
    .filter(({ failedAt, lastFinishedAt }) => !lastFinishedAt || failedAt >= lastFinishedAt)
    .map(({ _id, name, failCount = 1, failReason = "inconnu", failedAt }) => {
      const key = `job:${_id.toString()}`;
      return {
        key,
        kind: "job",
        title: jobLabel(name),
        context: `${failCount > 1 ? `${failCount} échecs` : "1 échec"}. Dernier message\u00a0: «\u00a0${failReason}\u00a0».`,
        href: casePath(key),
        since: failedAt,
        deadline: addMinutes(failedAt, DAY_MINUTES),
        amount: null,
        mark: String(failedAt.getTime()),
      };
    });
}
