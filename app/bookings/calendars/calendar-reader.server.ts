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
 */
export async function readInThread(
  task: CalendarTask,
  timeoutMs = TIMEOUT_MS,
): Promise<CalendarOutcome> {
  const thread = new Worker(PROGRAM, { workerData: task, resourceLimits: MEMORY, execArgv: [] });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CalendarOutcome>((done, fail) => {
      thread.once("message", done);
      thread.once("error", fail);
      thread.once("exit", () => fail(new Error("The reader ended without an answer")));
      timer = setTimeout(() => done({ problem: "too_many_events" }), timeoutMs);
    });
  } catch (error) {
    logger.warn({ err: error }, "calendar not read");
    return { problem: isOutOfMemory(error) ? "too_many_events" : "unreadable" };
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

/** That is the calendar's doing, as what takes too long is; any other end of the thread is our own. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
