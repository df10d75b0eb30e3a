import { setTimeout } from "node:timers/promises";
import { env } from "~/platform/env.server";

/** Longer than what the two ways of one answer differ by, short enough for a person not to notice. */
const STEP_MS = env.ANSWER_STEP_MS;

/**
 * Answers (or fails) only at the next whole step after the start, so that the time taken does not
 * tell which way the work went: whether an address has an account, whether a code was near.
 */
export async function answerAtStep<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await setTimeout(STEP_MS - ((performance.now() - start) % STEP_MS));
  }
}
