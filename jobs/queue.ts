import { EventEmitter } from "node:events";
import mongoose from "mongoose";
import { logger, requestScope } from "~/platform/log.server";
import { TIMETABLE, type JobName, type TimedJob } from "./timetable";

export type { JobName, TimedJob };

/** How far in the future a request may be due and still be the one that was asked for just now. */
const SAME_MS = 1_000;

/** A job as the timetable has it; null for one that an older version has left on the queue. */
export const timedJob = (name: JobName): TimedJob | null =>
  Object.hasOwn(TIMETABLE, name) ? TIMETABLE[name] : null;

export const JOBS_COLLECTION = "agendaJobs";

/** Where Agenda keeps a schedule for each job, and what was asked for besides. */
export function jobsCollection<T extends mongoose.mongo.Document = mongoose.mongo.Document>() {
  const { db } = mongoose.connection;
  if (!db) throw new Error("The database is not connected.");
  return db.collection<T>(JOBS_COLLECTION);
}

/** Tells this process's worker, if it has one, of what was just asked for: a name and an id. */
export const requests = new EventEmitter<{ written: [name: JobName, id: string] }>();

/** Outside the request that asked: what the job tells the log is not about its incident. */
function tellWorker(name: JobName, id: string): void {
  requestScope.exit(() => requests.emit("written", name, id));
}

/**
 * Asks for a job to run now rather than at its next turn: at once when this process runs jobs, else
 * when a worker next looks at the queue. To be called after the commit of what it is to work on.
 * However often it is asked for before a worker takes it, it runs once; of those who ask at the very same moment several
 * may write it, and it runs as often.
 *
 * Never rejects, for what the caller did stands already: when the queue cannot be written this is
 * logged and false is answered, and the job finds its work at its next turn.
 */
export async function enqueue(name: JobName): Promise<boolean> {
  try {
    const now = new Date();
    // Whoever asks at the same time may have read the next millisecond and come first. What is due much later is
    // another matter: done already, and not removed.
    const soon = new Date(now.getTime() + SAME_MS);
    const waiting = { name, type: "normal", priority: 0, lockedAt: null };
    // Not Agenda's `now`, which would write one for each call, nor its `unique`, which fails when two
    // ask at once and the embedded engine answers nothing to one of them.
    const { upsertedId } = await jobsCollection().updateOne(
      { ...waiting, nextRunAt: { $lte: soon } },
      { $setOnInsert: { ...waiting, nextRunAt: now } },
      { upsert: true },
    );
    if (upsertedId) tellWorker(name, upsertedId.toString());
    return true;
  } catch (error) {
    logger.error({ err: error, job: name }, "job not put on the queue");
    return false;
  }
}

/** Of a schedule, what those who watch ask for. */
interface Turns {
  name: JobName;
  lastFinishedAt?: Date;
  nextRunAt?: Date | null;
  /** Turns that failed in a row; Agenda has it at 0 again once one goes well. */
  failCount?: number | null;
}

/**
 * When each job of the timetable last ended a turn and is to begin the next, and how many failed in a row; the jobs' own, not those
 * asked for besides. One that never ended any counts from when its schedule was written, or nobody would be told that it never does.
 */
export async function turnsOfJobs() {
  const turns = await jobsCollection<Turns>()
    .find(
      { type: "single", name: { $in: Object.keys(TIMETABLE) as JobName[] } },
      // Those who watch ask again soon.
      { projection: { name: 1, lastFinishedAt: 1, nextRunAt: 1, failCount: 1 }, timeoutMS: 1_000 },
    )
    .toArray();
  return turns.map(({ _id, ...turn }) => ({
    ...turn,
    lastFinishedAt: turn.lastFinishedAt ?? _id.getTimestamp(),
  }));
}

/** Whether there is a job, by its schedule's id, that nobody is at. */
export async function isIdle(id: string): Promise<boolean> {
  const _id = new mongoose.Types.ObjectId(id);
  return (await jobsCollection().findOne({ _id, lockedAt: null })) !== null;
}

/**
 * Has the next turn of a job done now, unless it is under way. Unlike `enqueue` it is the job's own turn, so
 * that what became of it is written where its failure was.
 *
 * @param id of the job's schedule, as `jobsCollection` keeps it
 * @returns whether there is such a job that nobody is at
 */
export async function wakeJob(id: string, now: Date): Promise<boolean> {
  const _id = new mongoose.Types.ObjectId(id);
  const job = await jobsCollection<{ name: JobName }>().findOne({ _id, lockedAt: null });
  if (!job) return false;
  await jobsCollection().updateOne({ _id, lockedAt: null }, { $set: { nextRunAt: now } });
  tellWorker(job.name, id);
  return true;
}
