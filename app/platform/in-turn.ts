/** The end of the line behind each key; never rejects. */
const lines = new Map<string, Promise<void>>();

/**
 * Runs what has the same key one after the other, within this process. It spares transactions that
 * would conflict from running into each other; what must hold is for the database to see to.
 */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (lines.get(key) ?? Promise.resolve()).then(work);
  const end = mine.then(
    () => undefined,
    () => undefined,
  );
  lines.set(key, end);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === end) lines.delete(key);
  }
}
