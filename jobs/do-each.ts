import { isAway } from "~/platform/database-errors.server";

type Step = (now: Date) => Promise<unknown>;

/**
 * Does steps that do not depend on each other, one after the other. A failing step does not stop the others; the job fails
 * once all have run. If the database or a service is away, it stops at once.
 *
 * @throws the error of the step that failed, or an AggregateError of several
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
