import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { logger } from "~/platform/log.server";
import type { CalendarOutcome, CalendarTask } from "./calendar-task";

/** A calendar as large as may be takes 2 s on a slow machine; one that is made to last would take for ever. */
const TIMEOUT_MS = 10_000;
/** Megabytes. The largest calendar needs about half of it. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Beside the program that runs; of sources (development, tests) the last build's. */
const PROGRAM = resolve(
  /^.*\/build\/server(?=\/)/.exec(fileURLToPath(import.meta.url))?.[0] ?? "build/server",
  "calendar-reader.js",
);

/**
 * Reads a calendar in a thread of its own, which is ended when it takes too long or too much: the parser
 * works without a pause, and a rule of recurrence that fits no day keeps it busy for ever.
 *
 * @param task whose body is the thread's from then on, and empty here
 */
export async function readInThread(
  task: CalendarTask,
  timeoutMs = TIMEOUT_MS,
): Promise<CalendarOutcome> {
  const thread = new Worker(PROGRAM, {
    ...{ workerData: task, transferList: [task.body.buffer] },
    ...{ resourceLimits: MEMORY, execArgv: [] },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CalendarOutcome>((done, fail) => {
      thread.once("message", done);
      thread.once("error", fail);
      thread.once("exit", () => fail(new NeverRead("The reader ended without an answer")));
      timer = setTimeout(() => done({ problem: "too_many_events" }), timeoutMs);
    });
  } catch (error) {
    logger.warn({ err: error }, "calendar not read");
    if (isOutOfMemory(error)) return { problem: "too_many_events" };
    return { problem: "unreadable", ...(isNeverRead(error) && { isOurs: true }) };
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** That is the calendar's doing, as what takes too long is. */
function isOutOfMemory(error: unknown): boolean {
  return codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY";
}

class NeverRead extends Error {}

/** Of a program that is not there, whole, or that could not begin: a build that is being replaced, a machine without memory. */
const NO_PROGRAM: readonly unknown[] = [
  ...["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"],
  ...["ERR_WORKER_INIT_FAILED", "ERR_WORKER_PATH"],
];

/** Whether the thread ended before it read, which is no calendar's doing; what the parser throws may be. */
function isNeverRead(error: unknown): boolean {
  return error instanceof NeverRead || NO_PROGRAM.includes(codeOf(error));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
