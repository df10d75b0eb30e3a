import { EventEmitter } from "node:events";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logger } from "~/platform/log.server";
import { readInThread } from "./calendar-reader.server";
import type { CalendarTask } from "./calendar-task";

/** What becomes of the thread that reads a calendar, whatever it does. */

const threads: { file: string; options: unknown; thread: EventEmitter; ended: number }[] = [];
vi.mock("node:worker_threads", () => ({
  Worker: class extends EventEmitter {
    constructor(file: string, options: unknown) {
      super();
      threads.push({ file, options, thread: this, ended: 0 });
    }
    terminate() {
      threads.at(-1)!.ended += 1;
      return Promise.resolve();
    }
  },
}));

const task: CalendarTask = {
  ...{ body: new TextEncoder().encode("BEGIN:VCALENDAR"), ownUids: "." },
  ...{ from: "2027-03-10", until: "2028-03-10", zone: "Europe/Paris" },
};
const warned = vi.spyOn(logger, "warn");
beforeEach(() => {
  threads.length = 0;
  warned.mockReset().mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  expect(threads.map(({ ended }) => ended)).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("is the build's, has so much memory, none of our own options, and the calendar to read", async () => {
  const reading = readInThread(task);
  const answer = { problem: "not_a_calendar" };
  threads[0]!.thread.emit("message", answer);
  expect(await reading).toBe(answer);
  const { file, options } = threads[0]!;
  expect(path.relative(process.cwd(), file)).toBe("build/server/calendar-reader.js");
  expect(options).toEqual({
    workerData: task,
    // Not a second time in memory.
    transferList: [task.body.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    execArgv: [],
  });
  expect(warned).not.toHaveBeenCalled();
});

it("has ten seconds, or as many as it is given", async () => {
  const reading = readInThread(task);
  const isDone = vi.fn();
  void reading.then(isDone);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isDone).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toEqual({ problem: "too_many_events" });
});

it("has a calendar that takes all its memory counted as too long a one", async () => {
  const reading = readInThread(task);
  const full = Object.assign(new Error("full"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
  threads[0]!.thread.emit("error", full);
  expect(await reading).toEqual({ problem: "too_many_events" });
});

const withCode = (code: string) => Object.assign(new Error(code), { code });
it.each([
  ["fails", "error", new Error("broken"), "broken", {}],
  ["ends without a word", "exit", 1, "The reader ended without an answer", { isOurs: true }],
  ...["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND", "ERR_WORKER_INIT_FAILED"].map(
    (code) => [`cannot begin: ${code}`, "error", withCode(code), code, { isOurs: true }] as const,
  ),
] as const)("is told to the log when it %s", async (_what, event, given, message, whose) => {
  const reading = readInThread(task);
  threads[0]!.thread.emit(event, given);
  expect(await reading).toEqual({ problem: "unreadable", ...whose });
  const err = expect.objectContaining({ message }) as unknown;
  expect(warned.mock.calls).toEqual([[{ err }, "calendar not read"]]);
});
