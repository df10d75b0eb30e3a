/** Runs a piece of work when its turn comes; null when it was not taken on. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T | null>;

/**
 * Lets at most `atOnce` pieces of work run together, in the order they came. Past `maxWaiting` in
 * the line, work is not taken on and the answer is null, so that a rush cannot fill the memory.
 */
export function createLimiter(atOnce: number, maxWaiting: number): Limiter {
  let running = 0;
  const line: (() => void)[] = [];

  return async (work) => {
    if (running >= atOnce) {
      if (line.length >= maxWaiting) return null;
      await new Promise<void>((resolve) => line.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed to the next in line, or given up.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
