import pMap from "p-map";
import { isAway } from "../database-errors.server";
import { logger } from "../log.server";

interface Options<T> {
  concurrency: number;
  /** What the log says of an item whose work failed. */
  failure: string;
  /** Which errors only say that an item's time has not come: nobody is woken by them. */
  isWait?: (error: unknown) => boolean;
  /** What the log calls an item: an id, and nothing that names a person. Unless said, its own, and those of all in a batch. */
  name?: (item: T) => string | undefined;
}

const idOf = (item: unknown): string | undefined => {
  if (Array.isArray(item)) return item.map(idOf).join(" ");
  return item instanceof Object && "_id" in item ? String(item._id) : undefined;
};

/**
 * Does `work` for each item, `concurrency` at once. One that fails is logged and does not keep the
 * others from their turn: what a job leaves undone is due again at its next one.
 *
 * @returns what failed, for whoever must not end as if nothing had
 */
export async function pMapLogged<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { concurrency, failure, isWait = () => false, name = idOf }: Options<T>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const logged = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      if (isWait(error)) {
        logger.info({ err: error, of: name(item) }, "waits for its time");
        return;
      }
      logger.error({ err: error, of: name(item) }, failure);
      errors.push(error);
    }
  };
  await pMap(items, logged, { concurrency });
  return errors;
}

/** So many in a row for which the database or a service was away are its outage, not theirs. */
const AWAY_IN_A_ROW = 3;

/**
 * As `pMapLogged`, one after the other, and no further once the database or a service was away for several in a row:
 * each of the others would wait for it as long.
 */
export async function eachUntilAway<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { failure }: Pick<Options<T>, "failure">,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  let away = 0;
  for (const item of items) {
    const failed = await pMapLogged([item], work, { concurrency: 1, failure });
    errors.push(...failed);
    away = failed.some(isAway) ? away + 1 : 0;
    if (away === AWAY_IN_A_ROW) break;
  }
  return errors;
}
