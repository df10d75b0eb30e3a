const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 6 * 3_600_000;
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

/**
 * Milliseconds to wait after the failed attempt number `attempts` (from 1) of a mail: 30 s, then twice as long each
 * time, up to 6 h. Null once all waits would come to more than two days. The mail's age has no part in it: what a
 * stopped worker or a server that was away left lying for days was not tried meanwhile.
 */
export function retryDelay(attempts: number): number | null {
  const waits = Array.from({ length: attempts }, (_, before) => waitAfter(before + 1));
  const waited = waits.reduce((sum, wait) => sum + wait, 0);
  return waited > GIVE_UP_AFTER_MS ? null : waitAfter(attempts);
}

function waitAfter(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}
