/** The end of the line behind each key; never rejects. */
const lines = new Map<string, Promise<void>>();

/**
 * Runs what has a key in common one after the other, within this process. It spares transactions that
 * would conflict from running into each other; what must hold is for the database to see to.
 *
 * @param keys its place in every line is taken at once, so no two can wait for each other
 */
export async function withMutex<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  const before = Promise.all(keys.map((key) => lines.get(key) ?? Promise.resolve()));
  const mine = before.then(work);
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  for (const key of keys) lines.set(key, end);
  try {
    return await mine;
  } finally {
    for (const key of keys) {
      if (lines.get(key) === end) lines.delete(key);
    }
  }
}
