import pMap from "p-map";
import { logger } from "../log.server";

interface Options {
  concurrency: number;
  /** What the log says of an item whose work failed. */
  failure: string;
  /** Which errors only say that an item's time has not come: nobody is woken by them. */
  isWait?: (error: unknown) => boolean;
}

/**
 * Does `work` for each item, `concurrency` at once. One that fails is logged and does not keep the
 * others from their turn: what a job leaves undone is due again at its next one.
 *
 * @returns what failed, for whoever must not end as if nothing had
 */
export async function pMapLogged<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { concurrency, failure, isWait = () => false }: Options,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const logged = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      if (isWait(error)) {
        logger.info({ err: error }, "waits for its time");
        return;
      }
      logger.error({ err: error }, failure);
      errors.push(error);
    }
  };
  await pMap(items, logged, { concurrency });
  return errors;
}
