/** How many documents are read at once. */
const BATCH = 200;

/** A query as it is written, that nobody has asked yet. */
type Query<T> = PromiseLike<T[]> & {
  cursor(options: { batchSize: number }): AsyncIterable<unknown>;
};

/** What queries find, one after the other, read some hundreds at a time as it is asked for. */
export async function* each<T>(...queries: readonly Query<T>[]): AsyncGenerator<T> {
  for (const query of queries) {
    for await (const one of query.cursor({ batchSize: BATCH })) yield one as T;
  }
}

/** What a query finds of documents of these ids, some hundreds of which it asks for at a time. */
export async function* eachOf<Id, T>(
  ids: readonly Id[],
  query: (some: Id[]) => Query<T>,
): AsyncGenerator<T> {
  for (let start = 0; start < ids.length; start += BATCH) {
    yield* each(query(ids.slice(start, start + BATCH)));
  }
}
