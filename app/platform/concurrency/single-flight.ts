interface Runs<T> {
  current: Promise<T>;
  /** What those share who asked since the current one began. */
  next: Promise<T> | null;
}

/**
 * Lets those who ask for the same thing at the same time share one run of `work`. Whoever asks while
 * it runs gets the next run, which begins after they asked: nobody gets an answer older than their
 * question, and however many ask, one run of a key is under way and one waits.
 */
export function singleFlight<T>(work: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const underWay = new Map<string, Runs<T>>();

  const start = (key: string): Promise<T> => {
    const current = work(key);
    const runs: Runs<T> = { current, next: null };
    underWay.set(key, runs);
    const end = () => {
      if (runs.next === null) underWay.delete(key);
    };
    current.then(end, end);
    return current;
  };

  return (key) => {
    const runs = underWay.get(key);
    if (!runs) return start(key);
    const startNext = () => start(key);
    runs.next ??= runs.current.then(startNext, startNext);
    return runs.next;
  };
}
