/** A look at how much came, once a second… */
const TICK_MS = 1_000;
/** …over the last so many of them: a line may fall silent for a moment. */
const TICKS = 10;

/** Watches a body come in. */
export interface Pace {
  /** So many bytes came. */
  count: (bytes: number) => void;
  /** No more will. */
  stop: () => void;
}

/** How fast a body has to come. */
export interface PaceLimits {
  /** In which all of it has to be there. */
  ms: number;
  /** Bytes that come in a second at least, on a line that is slow but alive; 0: only `ms` counts. */
  least: number;
}

/**
 * Tells a sender who is slow from one who holds on to what a large body takes. Whoever goes on at about one
 * speed is through in time; whoever sent much and then falls silent, or nearly so, is cut off within seconds.
 *
 * @param onLate called once
 */
export function watchPace({ ms, least }: PaceLimits, onLate: () => void): Pace {
  let size = 0;
  let ticks = 0;
  const lately: number[] = [0];
  const timer = setInterval(() => {
    ticks += 1;
    // Ticks and not the clock: a process that could not look for a while has missed no sender's silence.
    const came = lately.reduce((sum, bytes) => sum + bytes, 0);
    // At half the pace that what is there already asks for, since lines are uneven.
    const asked = Math.max(least, size / (ms / TICK_MS) / 2) * TICKS;
    const isStalled = least > 0 && ticks >= TICKS && came < asked;
    if (ticks * TICK_MS >= ms || isStalled) {
      clearInterval(timer);
      onLate();
      return;
    }
    lately.push(0);
    if (lately.length > TICKS) lately.shift();
  }, TICK_MS);
  return {
    count(bytes) {
      size += bytes;
      lately[lately.length - 1] = lately.at(-1)! + bytes;
    },
    stop: () => clearInterval(timer),
  };
}
