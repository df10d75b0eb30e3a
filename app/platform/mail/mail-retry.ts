const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 6 * 3_600_000;
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

/**
 * Milliseconds to wait after the failed attempt number `attempts` (from 1) of a mail that is `age`
 * milliseconds old: 30 s, then twice as long each time, up to 6 h. Null once the next attempt would
 * come after two days.
 */
export function retryDelay(attempts: number, age: number): number | null {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
  return age + delay > GIVE_UP_AFTER_MS ? null : delay;
}
