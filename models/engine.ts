import {
  trusted,
  type ClientSession,
  type Collection,
  type Model,
  type mongo,
  type QueryFilter,
  type UpdateQuery,
} from "mongoose";

/**
 * What the product does otherwise because of the embedded engine (docs/decisions/003), which speaks
 * MongoDB's protocol but differs from it in the ways told here; what concerns one question alone is told
 * beside that. Each of these is right, and about as fast, on MongoDB too, so there is one code for both.
 *
 * One way needs no code of its own. An update or a removal of many documents that meets one which an open
 * transaction has written waits for it with the collection locked, so that the transaction cannot go on
 * and the engine stands still for good: such writes are made in transactions, which give way and start
 * again, and lint refuses others of models (`scripts/lint/within-transaction.mjs`).
 *
 * Nor is a question asked with a `hint`: the engine then walks the whole index and reads every document of it, and the number
 * of examined documents that its `explain` gives says nothing of that.
 */

/**
 * Options of an index on a field that few documents have. MongoDB would as well take a partial index;
 * the engine finds nothing by one and reads the whole collection.
 */
export const SPARSE = { sparse: true } as const;

/**
 * Strings or days from `first` up to, not including, `end`. For a range with both ends included give
 * the value after the last: in the middle of a compound index the engine loses the documents that equal
 * an `$lte`.
 */
export function halfOpenRange(first: string, end: string) {
  return trusted({ $gte: first, $lt: end });
}

/** What one document is known by, and what else has to hold of it. */
type OfOne<T> = QueryFilter<T> & { _id: unknown };

/**
 * Changes one document, known by its `_id`, if all of the filter holds, and reads it; what `findOneAndUpdate`
 * is for. With that the engine reads the whole collection, even by `_id`. The filter of the update decides,
 * and the transaction keeps anybody else from coming between it and the reading.
 *
 * @param fields projection of what is read
 * @returns the document after it, or null when the filter did not hold
 */
export async function updateAndRead<T, D = T>(
  model: Model<T>,
  filter: OfOne<T>,
  update: UpdateQuery<T>,
  { session, fields }: { session: ClientSession; fields?: string },
): Promise<D | null> {
  const { matchedCount } = await model.updateOne(filter, update, { session });
  if (matchedCount === 0) return null;
  return await model.findById(filter._id, fields, { session }).lean<D>();
}

/**
 * The same, with the document before it. Of two transactions that change it at once one conflicts with the other
 * and starts again, so that each is told what it replaced itself.
 */
export async function readAndUpdate<T, D = T>(
  model: Model<T>,
  filter: OfOne<T>,
  update: UpdateQuery<T>,
  { session, fields }: { session: ClientSession; fields?: string },
): Promise<D | null> {
  const before = await model.findOne(filter, fields, { session }).lean<D>();
  if (!before) return null;
  const { matchedCount } = await model.updateOne(filter, update, { session });
  return matchedCount === 0 ? null : before;
}

/** What `countOne` writes: one more, or the first of a new count. */
export interface CountUpdate {
  $inc?: { points: number };
  $set?: { points: number };
  $setOnInsert?: object;
}

/**
 * Counts one more in the document of a key, which is made where there is none; what `findOneAndUpdate` with
 * `upsert` is for. With that the engine reads the whole collection, even by `_id`, and of upserts that
 * race for a new key it answers some with null, though it applied them. So the count that was read is
 * replaced by its next, as long as nobody else did it first.
 *
 * @param filter with every field in one index
 * @param enough counts from which on nobody asks for the exact one: then it is written without a look at
 *   others who do the same
 * @returns the document after it
 * @throws duplicate key, as MongoDB does, when someone else inserted it in between
 */
export async function countOne(
  collection: Collection,
  filter: mongo.Filter<mongo.Document>,
  update: CountUpdate,
  enough: number,
): Promise<mongo.Document> {
  for (;;) {
    const before = await collection.findOne(filter);
    if (!before) {
      const first = { ...update.$setOnInsert, ...update.$set, ...update.$inc };
      await collection.insertOne(first);
      return first;
    }
    const { _id } = before;
    const points = before.points as number;
    const expire = before.expire as Date;
    const same = points < enough || update.$set ? { _id, points, expire } : { _id };
    const { matchedCount } = await collection.updateOne(same, update);
    if (matchedCount > 0) {
      return { ...before, points: points + (update.$inc?.points ?? 0), ...update.$set };
    }
  }
}
