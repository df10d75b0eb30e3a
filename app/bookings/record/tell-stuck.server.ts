import type { Types } from "mongoose";
import { pMapLogged } from "~/platform/concurrency/p-map.server";
import { isDatabaseOutage } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { isUnavailable } from "~/platform/refusal";

/** What fails so long after it was due does not go well by itself, and is a case for the office. */
const PATIENCE_MINUTES = 60;
/** So many are named in the case; the log has them all. */
const NAMED = 5;

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
  /** When an item was due; asked of those alone that failed. */
  since: (item: T) => Date | Promise<Date>;
  /** What the case calls it. */
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
      const isOver = isWait(error) || isUnavailable(error) || isDatabaseOutage(error);
      const isLate = !isOver && (await since(item)) <= addMinutes(now, -PATIENCE_MINUTES);
      if (isLate) stuck.push({ what: name(item), error });
      throw error;
    }
  };
  await pMapLogged(items, noted, options);
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
  const names = stuck.slice(0, NAMED).map((one) => one.what);
  const errors = stuck.map(({ error }) => error);
  const more = stuck.length > NAMED ? ` and ${stuck.length - NAMED} more` : "";
  throw new AggregateError(errors, `${what}: ${names.join(", ")}${more}`);
}

/** What the case calls a reservation: its page of the office ends so. */
export const nameOf = ({ _id }: { _id: Types.ObjectId }): string => _id.toString();
