import {
  trusted,
  type ClientSession,
  type Model,
  type QueryFilter,
  type UpdateQuery,
} from "mongoose";
import { inTransaction } from "./database.server";
import { isAway } from "./database-errors.server";
import { logger } from "./log.server";

/** How many documents are changed at once. */
const BATCH = 200;

/**
 * Changes all documents that a filter finds, some hundreds at a time, each time in a transaction that gives way to others
 * (`models/engine.ts`), if the filter still holds there.
 *
 * @param filter without an `_id`, which is asked for beside it, and first: the embedded engine looks by what comes first
 * @param failure what is said where some could not be changed
 * @param alongside what is done in each of the transactions with those that it changes
 * @returns how many were changed
 * @throws AggregateError once the others had their turn, of those that could not be changed; at once, the error itself, while
 * the database is away
 */
export async function updateAll<T extends { _id: unknown }>(
  model: Model<T>,
  filter: QueryFilter<T> & { _id?: never },
  update: UpdateQuery<T>,
  failure: string,
  alongside?: (changed: readonly Pick<T, "_id">[], session: ClientSession) => Promise<void>,
): Promise<number> {
  const found = await model.find(filter, "_id").lean<Pick<T, "_id">[]>();
  let changed = 0;
  const errors: unknown[] = [];
  for (let start = 0; start < found.length; start += BATCH) {
    const batch = found.slice(start, start + BATCH);
    const ids: unknown[] = batch.map(({ _id }) => _id);
    const among = { _id: trusted({ $in: ids }), ...filter };
    try {
      changed += await inTransaction(async (session) => {
        const { modifiedCount } = await model.updateMany(among, update, {
          session,
        });
        await alongside?.(batch, session);
        return modifiedCount;
      });
    } catch (error) {
      if (isAway(error)) throw error;
      logger.error({ err: error }, failure);
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, failure);
  return changed;
}
