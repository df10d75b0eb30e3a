import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env.server";
import { openLogLines } from "./log-lines";
import { loggableError } from "./loggable-error";

const lines = openLogLines(1, (dropped, cause) => {
  logger.warn({ dropped, err: cause }, "the log could not be written for a while");
});
process.on("exit", lines.flush);

/** Log lines lost so far, because the disk under the log was full. */
export const droppedLines = lines.dropped;

/** Whether a line says no more than what is told by lines of its own. */
let isLeftOut: (fields: Record<string, unknown>) => boolean = () => false;

/** Has lines left out that `isTold` says of, by their fields, that others tell what they do. */
export function leaveOut(isTold: typeof isLeftOut): void {
  isLeftOut = isTold;
}

/** The request being answered, so that every log line made on its way carries its id. */
export const requestScope = new AsyncLocalStorage<{ requestId: string }>();

/**
 * Structured logs, one JSON object a line. Never log bodies, cookies, passwords or tokens. Warnings and
 * errors are written at once, after what waited before them.
 */
export const logger = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Not the store itself: pino adds the line's own fields to it.
    mixin: () => ({ requestId: requestScope.getStore()?.requestId }),
    serializers: { err: (error: unknown) => loggableError(error) },
    redact: ["req.headers.cookie", "req.headers.authorization"],
    hooks: {
      logMethod(fields, write, level) {
        const [first] = fields as unknown[];
        if (first instanceof Object && isLeftOut(first as Record<string, unknown>)) return;
        write.apply(this, fields);
        if (level >= pino.levels.values.warn!) lines.flush();
      },
    },
  },
  lines.destination,
);

// Beside what Node itself writes about an exception that nobody caught; the process ends all the same.
process.on("uncaughtExceptionMonitor", (error) => logger.fatal({ err: error }, "crash"));
