/** Between what could not be done and what of: how a job's failure tells that this is stuck, and is the same in each turn. */
const STUCK = ", and are stuck: ";
/** So many are named in the case; the log has a line for each. */
const NAMED = 5;

/**
 * What a job fails with, once all else is done, where something is stuck: else nobody would be told.
 *
 * @param what in English, as the log says it
 * @param names in any order: of the same things it says the same
 */
export function stuckError(
  errors: readonly unknown[],
  what: string,
  names: readonly string[],
): AggregateError {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  const named = [...names].sort().slice(0, NAMED).join(", ");
  return new AggregateError(errors, `${what}${STUCK}${named}${more}`);
}

/** Whether a job's last word was such an error's. */
export function tellsStuck(message: string): boolean {
  return message.includes(STUCK);
}
