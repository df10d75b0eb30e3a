import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { openLogLines } from "./log-lines";

const directory = mkdtempSync(join(tmpdir(), "place-des-salles-log-"));
const fds: number[] = [];
function open(path: string): number {
  const fd = openSync(path, "a");
  fds.push(fd);
  return fd;
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const fd of fds.splice(0)) closeSync(fd);
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

const line = (number: number) => `${JSON.stringify({ number, text: "x".repeat(200) })}\n`;

describe("attack 32: a full disk under the log", () => {
  it("ends nothing: lines wait, then are dropped and counted", () => {
    const lines = openLogLines(open("/dev/full"), () => expect.unreachable());
    for (let number = 0; number < 500; number += 1) lines.destination.write(line(number));
    expect(lines.dropped()).toBe(0);
    for (let number = 0; number < 2_000; number += 1) lines.destination.write(line(number));
    expect(lines.dropped()).toBeGreaterThan(1_000);
    lines.flush();
    lines.destination.destroy();
  });

  it("is told of once there is room again, after the lines that waited, in order", () => {
    const file = join(directory, "log");
    const fd = open(file);
    const told: [number, unknown][] = [];
    const lines = openLogLines(fd, (dropped, cause) => told.push([dropped, cause]));
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const disk = vi.spyOn(fs, "writeSync").mockImplementation(() => {
      throw full;
    });
    for (let number = 0; number < 3_000; number += 1) lines.destination.write(line(number));
    const dropped = lines.dropped();
    expect(dropped).toBeGreaterThan(0);
    expect(told).toEqual([]);

    disk.mockRestore();
    lines.flush();
    expect(told).toEqual([[dropped, full]]);
    const written = readFileSync(file, "utf8").trimEnd().split("\n");
    const numbers = written.map((text) => (JSON.parse(text) as { number: number }).number);
    expect(numbers).toEqual(Array.from({ length: 3_000 - dropped }, (_, number) => number));

    lines.destination.write(line(1));
    lines.flush();
    expect(told).toHaveLength(1);
    lines.destination.destroy();
  });
});
