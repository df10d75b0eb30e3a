/** The sandbox's time: the machine's, moved by an offset that tests set. */
export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Whole seconds since the epoch, as Stripe writes time. */
  now(): number;
}

/** A clock that runs `offsetMs()` ahead of the machine's. */
export function offsetClock(offsetMs: () => number): Clock {
  const nowMs = () => Date.now() + offsetMs();
  return { nowMs, now: () => Math.floor(nowMs() / 1000) };
}

/** A clock that stands still at `seconds` until told otherwise. */
export function settableClock(seconds: number): Clock & { set(seconds: number): void } {
  let current = seconds;
  return {
    nowMs: () => current * 1000,
    now: () => current,
    set: (next) => {
      current = next;
    },
  };
}
