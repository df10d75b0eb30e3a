/** One request's share of the memory that a process spends on large bodies. */
export interface MemoryShare {
  /** Takes so many bytes more; false, and nothing taken, when the process has none left. */
  take: (bytes: number) => boolean;
  /** Gives everything back. */
  release: () => void;
}

/**
 * Bounds what large bodies weigh together, so that a rush of them cannot fill the memory.
 *
 * @param most bytes
 * @returns opens a share
 */
export function createBodyMemory(most: number): () => MemoryShare {
  let held = 0;
  return () => {
    let own = 0;
    return {
      take(bytes) {
        if (held + bytes > most) return false;
        held += bytes;
        own += bytes;
        return true;
      },
      release() {
        held -= own;
        own = 0;
      },
    };
  };
}
