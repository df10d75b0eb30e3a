import { logger } from "~/platform/log.server";

/**
 * Does `work` for each item, a few at once. One that fails is logged and does not keep the others
 * from their turn: what a job leaves undone is due again at its next one.
 *
 * @param failure what to log
 */
export async function each<T>(
  items: readonly T[],
  atOnce: number,
  failure: string,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        logger.error({ err: error }, failure);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
