import { trusted, type Collection, type mongo } from "mongoose";

/**
 * All that the product does otherwise because of the embedded engine (docs/decisions/003), which
 * speaks MongoDB's protocol but differs from it in the ways told here. Each of these is right, and
 * about as fast, on MongoDB too, so there is one code for both.
 *
 * Two ways need no code of their own. An update or a removal of many documents that meets one which an open
 * transaction has written waits for it with the collection locked, so that the transaction cannot go on
 * and the engine stands still for good: such writes are made in transactions, which give way and start
 * again. And outside a transaction the engine may tell two `findOneAndUpdate` of
 * the same former document, where MongoDB tells each what it replaced. Who acts on the former document
 * (`editProfile` erases its picture) asks for it in a transaction, which gives one of them a conflict.
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
