import { isDatabaseOutage } from "../database.server";
import { logger } from "../log.server";
import { Refusal } from "./refusal";

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
