import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { env } from "./env.server";

/** Lines are written together once there are so many bytes of them, some fifty requests… */
const ENOUGH_BYTES = 8_192;
/** …and at the latest after so long. */
const LONGEST_WAIT_MS = 1_000;

/**
 * Where the lines go. A write for each request costs a tenth of answering it from memory, so they wait
 * a moment; synchronously all the same, so that they keep their order and none is under way when the
 * process ends. Only SIGKILL loses what waits.
 */
const lines = pino.destination({
  dest: 1,
  sync: true,
  minLength: ENOUGH_BYTES,
  periodicFlush: LONGEST_WAIT_MS,
});
process.on("exit", () => lines.flushSync());

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
    redact: ["req.headers.cookie", "req.headers.authorization"],
    hooks: {
      logMethod(fields, write, level) {
        write.apply(this, fields);
        if (level >= pino.levels.values.warn!) lines.flush();
      },
    },
  },
  lines,
);

// Beside what Node itself writes about an exception that nobody caught; the process ends all the same.
process.on("uncaughtExceptionMonitor", (error) => logger.fatal({ err: error }, "crash"));
