/**
 * Why a share cannot grow: its account's other request holds one, the process has none left, or all that it held is another's
 * since, and may be kept no longer.
 */
export type NoRoom = "busy" | "full" | "lost";

/** One request's share of the memory that a process spends on large bodies. */
export interface MemoryShare {
  /**
   * Has its account's place, once the account's others that have it or wait for it are done; when that takes longer than
   * so many ms, `take` decides.
   */
  turn: (ms: number) => Promise<void>;
  /** Takes so many bytes more; else says why not, and takes nothing. */
  take: (bytes: number) => NoRoom | null;
  /** What is called, once, when another is given its bytes: whoever holds them lets go of them at that moment. */
  whenLost: (free: () => void) => void;
  /** All has come that will: from here on it gives way to nobody, being worked on. */
  settle: () => void;
  /** Gives everything back. */
  release: () => void;
}

/**
 * For how long a share is safe. Past that the largest gives way where there is no room left for one that would be smaller: two
 * senders as slow as a body may be had all of the memory for minutes.
 */
export const SAFE_MS = 20_000;

/** What others may make give way. */
interface Held {
  bytes: number;
  since: number;
  /** Another has its bytes since. */
  isLost: boolean;
  free: () => void;
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
  const shares = new Set<Held>();
  const makeRoom = (wanted: number, bytes: number) => {
    const isWeaker = (one: Held) => one.bytes > wanted && Date.now() - one.since >= SAFE_MS;
    const weaker = [...shares].filter(isWeaker).sort((a, b) => b.bytes - a.bytes);
    for (const one of weaker) {
      if (held + bytes <= most) return;
      held -= one.bytes;
      Object.assign(one, { bytes: 0, isLost: true });
      shares.delete(one);
      one.free();
    }
  };
  /** Accounts whose place is taken, and who waits for it, in their order. */
  const holders = new Map<string, (() => void)[]>();
  return (account) => {
    const own: Held = { bytes: 0, since: Infinity, isLost: false, free: () => undefined };
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
        if (own.isLost) return "lost";
        const wanted = own.bytes + bytes;
        const isLarge = wanted > small;
        if (isLarge && !isHolder && holders.has(account)) return "busy";
        if (held + bytes > most) makeRoom(wanted, bytes);
        if (held + bytes > most) return "full";
        if (isLarge) hold();
        held += bytes;
        own.bytes = wanted;
        own.since = Math.min(own.since, Date.now());
        shares.add(own);
        return null;
      },
      whenLost(free) {
        own.free = free;
      },
      settle() {
        own.since = Infinity;
      },
      release() {
        if (isHolder) {
          const next = holders.get(account)?.shift();
          if (next) next();
          else holders.delete(account);
        }
        isHolder = false;
        held -= own.bytes;
        own.bytes = 0;
        shares.delete(own);
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
  whenLost: () => undefined,
  settle: () => undefined,
  release: () => undefined,
};
