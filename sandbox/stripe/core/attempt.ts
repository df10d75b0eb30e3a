import { StripeProblem } from "./errors";
import type { Store } from "./store";

export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: StripeProblem };

/**
 * Tries a deed inside the running transaction. A refusal undoes what the deed changed, unless its
 * traces must stay, and is handed back; anything else is thrown on.
 */
export function attempt<T>(store: Store, deed: () => T): Outcome<T> {
  const mark = store.mark();
  try {
    return { ok: true, value: deed() };
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    if (!error.keepsChanges) store.rollback(mark);
    return { ok: false, problem: error };
  }
}
