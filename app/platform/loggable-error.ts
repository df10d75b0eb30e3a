/** What of an error's own fields tells what failed, and nothing of whom it failed for. */
const FIELDS = [
  ...["code", "codeName", "errno", "syscall", "hostname", "address", "port", "path"],
  ...["status", "statusCode", "responseCode", "command", "param", "decline_code", "requestId"],
] as const;
/** What a restricted key of Stripe's may be let do, as its refusal names it. */
const PERMISSIONS = /\brak_\w+/g;
/** Causes of causes are written down so deep. */
const MOST_CAUSES = 5;

interface LoggableError extends Partial<Record<(typeof FIELDS)[number], string | number>> {
  type: string;
  message?: string;
  stack: string;
  /** The fields that a document's check refused. */
  fields?: string[];
  aggregateErrors?: unknown[];
}

/**
 * An error as it stands in the log: its type, where it was thrown, and those of its fields that are no more than names and
 * numbers. What others made of the values that they were sent (Stripe's answer, a mail server's, the database's of a
 * value that is there already) holds people's addresses and keys, in the message too.
 */
export function loggableError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const type = typeOf(error);
  const message = loggableMessage(error, type);
  const logged: LoggableError = { type, message, stack: stackOf(error, type, message) };
  for (const name of FIELDS) {
    const value = (error as unknown as Partial<Record<string, unknown>>)[name];
    if (typeof value === "string" || typeof value === "number") logged[name] = value;
  }
  const { errors } = error as { errors?: unknown };
  if (Array.isArray(errors) && depth < MOST_CAUSES) {
    logged.aggregateErrors = errors
      .slice(0, MOST_CAUSES)
      .map((one) => loggableError(one, depth + 1));
  } else if (errors instanceof Object && !Array.isArray(errors)) {
    logged.fields = Object.keys(errors);
  }
  return depth < MOST_CAUSES ? withCause(logged, error.cause, depth) : logged;
}

function withCause(logged: LoggableError, cause: unknown, depth: number): LoggableError {
  if (!(cause instanceof Error)) return logged;
  const { type, message, stack } = loggableError(cause, depth + 1) as LoggableError;
  return {
    ...logged,
    message: `${logged.message ?? logged.type}: ${message ?? type}`,
    stack: `${logged.stack}\ncaused by: ${stack}`,
  };
}

function typeOf(error: Error): string {
  const { constructor } = error as { constructor?: { name?: string } };
  return constructor?.name ?? error.name;
}

/** Undefined where it quotes what was sent; of a key of Stripe's that may not do what it was asked, what it lacks. */
function loggableMessage(error: Error, type: string): string | undefined {
  if (type === "StripePermissionError") return error.message.match(PERMISSIONS)?.join(", ");
  const { responseCode, errors } = error as { responseCode?: unknown; errors?: unknown };
  const isOfMailServer = responseCode !== undefined;
  const isOfCheck =
    error.name === "CastError" || (errors instanceof Object && !Array.isArray(errors));
  if (type.startsWith("Stripe") || isOfMailServer || isOfCheck) return undefined;
  return error.message.replace(/(dup key).*/s, "$1");
}

function stackOf({ stack = "" }: Error, type: string, message: string | undefined): string {
  const frames = stack.search(/\n\s+at /);
  const head = message ? `${type}: ${message}` : type;
  return frames < 0 ? head : head + stack.slice(frames);
}
