import fs from "node:fs";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

/** What a line of the log says, and when it is written. */

let written: Record<string, unknown>[] = [];
beforeEach(() => {
  written = [];
  vi.useFakeTimers({ now: new Date("2027-03-10T09:00:00Z") });
  const write = vi.spyOn(fs, "writeSync");
  write.mockImplementation((fd, given) => {
    expect(fd).toBe(1);
    const text = String(given);
    const lines = text.split("\n").filter((line) => line !== "");
    written.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
    return text.length;
  });
  vi.resetModules();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const time = "2027-03-10T09:00:00.000Z";

it("a line waits for a second at most; a warning takes those before it along at once", async () => {
  const { logger } = await import("./log.server");
  logger.info({ a: 1 }, "first");
  expect(written).toEqual([]);
  vi.advanceTimersByTime(999);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(written).toEqual([{ level: 30, time, a: 1, msg: "first" }]);
  logger.info("second");
  logger.warn("third");
  logger.error("fourth");
  expect(written.map(({ msg }) => msg)).toEqual(["first", "second", "third", "fourth"]);
});

it("a line carries the id of the request on whose way it is, and what would let others in is left out", async () => {
  const { logger, requestScope } = await import("./log.server");
  requestScope.run({ requestId: "r1" }, () => {
    logger.warn({ req: { headers: { cookie: "c", authorization: "a", host: "h" } } }, "asked");
  });
  logger.debug("not told unless it is asked for");
  logger.warn("afterwards");
  const headers = { cookie: "[Redacted]", authorization: "[Redacted]", host: "h" };
  expect(written).toEqual([
    { level: 40, time, requestId: "r1", req: { headers }, msg: "asked" },
    expect.not.objectContaining({ requestId: "r1" }),
  ]);
  expect(written.at(-1)?.msg).toBe("afterwards");
});

it("lines that were lost while the disk was full are told of once it has room", async () => {
  const { logger, droppedLines } = await import("./log.server");
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const write = vi.mocked(fs.writeSync);
  const works = write.getMockImplementation()!;
  write.mockImplementation(() => {
    throw full;
  });
  // More than waits for the disk.
  for (let line = 0; line < 30; line += 1) logger.info({ text: "x".repeat(10_000) }, "long");
  const lost = droppedLines();
  expect(lost).toBeGreaterThan(0);
  write.mockImplementation(works);
  logger.warn("there is room again");
  const told = written.find(({ msg }) => msg === "the log could not be written for a while");
  expect(told).toMatchObject({ level: 40, dropped: lost, err: { message: full.message } });
});
