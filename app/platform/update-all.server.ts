import { trusted, type Model, type QueryFilter, type UpdateQuery } from "mongoose";
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
 * @returns how many were changed
 * @throws AggregateError once the others had their turn, of those that could not be changed; at once, the error itself, while
 * the database is away
 */
export async function updateAll<T extends { _id: unknown }>(
  model: Model<T>,
  filter: QueryFilter<T> & { _id?: never },
  update: UpdateQuery<T>,
  failure: string,
): Promise<number> {
  const found = await model.find(filter, "_id").lean<{ _id: unknown }[]>();
  const ids = found.map(({ _id }) => _id);
  let changed = 0;
  const errors: unknown[] = [];
  for (let start = 0; start < ids.length; start += BATCH) {
    const among = { _id: trusted({ $in: ids.slice(start, start + BATCH) }), ...filter };
    try {
      changed += await inTransaction(async (session) => {
        const { modifiedCount } = await model.updateMany(among, update, {
          session,
        });
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
