import { isAway } from "~/platform/database.server";

type Step = (now: Date) => Promise<unknown>;

/**
 * Does one after the other what knows nothing of each other: a step that fails keeps none from its turn, and fails the job
 * once all were tried. While the database or a service is away no other step is.
 *
 * @throws Error the one that a step failed with, or all of them
 */
export async function doEach(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step(new Date());
    } catch (error) {
      if (isAway(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps failed`);
}
