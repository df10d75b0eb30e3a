import { addMinutes } from "../days";

interface Kept<T> {
  at: Date;
  answer: Promise<T>;
}

/** All that is kept in this process. */
const everything = new Set<Map<string, unknown>>();

/**
 * Keeps answers for some minutes, each under its key: who asks for one meanwhile shares it, also while it is being read.
 * What could not be read is not kept.
 */
export function keptFor<T>(minutes: number) {
  const kept = new Map<string, Kept<T>>();
  everything.add(kept);
  return async (key: string, now: Date, read: () => Promise<T>): Promise<T> => {
    const isFresh = ({ at }: Kept<T>) => now >= at && now < addMinutes(at, minutes);
    const known = kept.get(key);
    if (known && isFresh(known)) return await known.answer;
    for (const [name, one] of kept) {
      if (!isFresh(one)) kept.delete(name);
    }
    const mine = { at: now, answer: read() };
    kept.set(key, mine);
    try {
      return await mine.answer;
    } catch (error) {
      if (kept.get(key) === mine) kept.delete(key);
      throw error;
    }
  };
}

/** Forgets all that is kept, for whoever puts another database under this process. */
export function forgetKept(): void {
  for (const kept of everything) kept.clear();
}
