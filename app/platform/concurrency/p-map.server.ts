import pMap from "p-map";
import { logger } from "../log.server";

interface Options {
  concurrency: number;
  /** What the log says of an item whose work failed. */
  failure: string;
}

/**
 * Does `work` for each item, `concurrency` at once. One that fails is logged and does not keep the
 * others from their turn: what a job leaves undone is due again at its next one.
 */
export async function pMapLogged<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { concurrency, failure }: Options,
): Promise<void> {
  const logged = async (item: T) => {
    try {
      await work(item);
    } catch (error) {
      logger.error({ err: error }, failure);
    }
  };
  await pMap(items, logged, { concurrency });
}
