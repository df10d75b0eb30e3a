/** Why a share cannot grow: its account's other request holds one, or the process has none left. */
export type NoRoom = "busy" | "full";

/** One request's share of the memory that a process spends on large bodies. */
export interface MemoryShare {
  /**
   * Has its account's place, once the account's others that have it or wait for it are done; when that takes longer than
   * so many ms, `take` decides.
   */
  turn: (ms: number) => Promise<void>;
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
  /** Accounts whose place is taken, and who waits for it, in their order. */
  const holders = new Map<string, (() => void)[]>();
  return (account) => {
    let own = 0;
    let isHolder = false;
    const hold = () => {
      if (!isHolder) holders.set(account, []);
      isHolder = true;
    };
    return {
      async turn(ms) {
        const line = holders.get(account);
        if (line && !isHolder) isHolder = await turnIn(line, ms);
        else hold();
      },
      take(bytes) {
        const isLarge = own + bytes > small;
        if (isLarge && !isHolder && holders.has(account)) return "busy";
        if (held + bytes > most) return "full";
        if (isLarge) hold();
        held += bytes;
        own += bytes;
        return null;
      },
      release() {
        if (isHolder) {
          const next = holders.get(account)?.shift();
          if (next) next();
          else holders.delete(account);
        }
        isHolder = false;
        held -= own;
        own = 0;
      },
    };
  };
}

/** Waits in a line, for so many ms at most. @returns whether its turn came */
function turnIn(line: (() => void)[], ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const next = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      line.splice(line.indexOf(next), 1);
      resolve(false);
    }, ms);
    line.push(next);
  });
}

/** The share of who may send nothing large at all, for now. */
export const noShare: MemoryShare = {
  turn: () => Promise.resolve(),
  take: () => "busy",
  release: () => undefined,
};
