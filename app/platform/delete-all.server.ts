import { trusted, type Model, type QueryFilter } from "mongoose";
import { inTransaction } from "./database.server";

/** How many documents are deleted at once. */
const BATCH = 200;

/**
 * Deletes all documents that a filter finds, some hundreds at a time, each time in a transaction that gives way to others
 * (`models/engine.ts`).
 *
 * @param filter without an `_id`, which is asked for beside it, and first: the embedded engine looks by what comes first
 */
export async function deleteAll<T extends { _id: unknown }>(
  model: Model<T>,
  filter: QueryFilter<T> & { _id?: never },
): Promise<void> {
  for (;;) {
    const found = await model.find(filter, "_id").limit(BATCH).lean<{ _id: unknown }[]>();
    if (found.length === 0) return;
    const among = { _id: trusted({ $in: found.map(({ _id }) => _id) }), ...filter };
    await inTransaction(async (session) => {
      await model.deleteMany(among, { session });
    });
  }
}
