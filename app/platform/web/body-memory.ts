/** Why a share cannot grow: its account's other request holds one, or the process has none left. */
export type NoRoom = "busy" | "full";

/** One request's share of the memory that a process spends on large bodies. */
export interface MemoryShare {
  /** Takes so many bytes more; else says why not, and takes nothing. */
  take: (bytes: number) => NoRoom | null;
  /** Gives everything back. */
  release: () => void;
}

/**
 * Bounds what large bodies weigh together, so that a rush of them cannot fill the memory, and lets each
 * account hold one at a time, so that none takes it all.
 *
 * @param most bytes
 * @param small bytes that any number of an account's requests may hold, such as a button pressed twice
 * @returns opens a share of an account's
 */
export function createBodyMemory(most: number, small: number): (account: string) => MemoryShare {
  let held = 0;
  const holders = new Set<string>();
  return (account) => {
    let own = 0;
    let isHolder = false;
    return {
      take(bytes) {
        const isLarge = own + bytes > small;
        if (isLarge && !isHolder && holders.has(account)) return "busy";
        if (held + bytes > most) return "full";
        if (isLarge) {
          isHolder = true;
          holders.add(account);
        }
        held += bytes;
        own += bytes;
        return null;
      },
      release() {
        if (isHolder) holders.delete(account);
        isHolder = false;
        held -= own;
        own = 0;
      },
    };
  };
}

/** The share of who may send nothing large at all, for now. */
export const noShare: MemoryShare = { take: () => "busy", release: () => undefined };
