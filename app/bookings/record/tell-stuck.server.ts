import type { Types } from "mongoose";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { isAway } from "~/platform/database-errors.server";
import { addMinutes } from "~/platform/days";
import { stuckError } from "~/platform/stuck";

/** What fails so long after it was due does not go well by itself, and is a case for the office. */
const PATIENCE_MINUTES = 60;

/** What could not be done of a reservation, or of several at once, an hour after it was due. */
export interface Stuck {
  what: string;
  error: unknown;
}

interface Options<T> {
  concurrency: number;
  failure: string;
  isWait?: (error: unknown) => boolean;
  now: Date;
  /**
   * When an item was due; asked of those alone that failed. Nobody notes when it first did: what was due long ago is told
   * at once, and its case is over with the next turn that it goes well in.
   */
  since: (item: T) => Date | Promise<Date>;
  /** What the case, and the log, calls it. */
  name: (item: T) => string;
}

/**
 * As `pMapLogged`.
 *
 * @returns what has been due for an hour and fails all the same; not what an outage keeps, which is told as such, and
 * over with it
 */
export async function stuckAmong<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { now, since, name, ...options }: Options<T>,
): Promise<Stuck[]> {
  const stuck: Stuck[] = [];
  const { isWait = () => false } = options;
  const noted = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      const isOver = isWait(error) || isAway(error);
      const isLate = !isOver && (await since(item)) <= addMinutes(now, -PATIENCE_MINUTES);
      if (isLate) stuck.push({ what: name(item), error });
      throw error;
    }
  };
  await pMapLogged(items, noted, { ...options, name });
  return stuck;
}

/**
 * Has a job fail, once all else is done, where something is stuck: else nobody would be told.
 *
 * @param what in English, as the log says it
 * @throws AggregateError
 */
export function tellStuck(stuck: readonly Stuck[], what: string): void {
  if (stuck.length === 0) return;
  const errors = stuck.map(({ error }) => error);
  const names = stuck.map((one) => one.what);
  throw stuckError(errors, what, names);
}

/** What the case calls a reservation: its page of the office ends so. */
export const nameOf = ({ _id }: { _id: Types.ObjectId }): string => _id.toString();
