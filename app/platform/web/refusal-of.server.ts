import { isDatabaseOutage } from "../database-errors.server";
import { logger } from "../log.server";
import { Refusal, type RefusalCode } from "../refusal";

/**
 * What an error is answered with: itself when it is a refusal, `unavailable` when the database did
 * not answer. Null for what nobody expected, which is a 500.
 */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!isDatabaseOutage(error)) return null;
  logger.warn({ err: error }, "the database did not answer");
  return new Refusal("unavailable", { cause: error });
}

/** Runs `work`, whose outage is told in the words of what was being done. */
export async function orRefuse<T>(code: RefusalCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (refusalOf(error)?.code !== "unavailable") throw error;
    throw new Refusal(code, { cause: error });
  }
}
