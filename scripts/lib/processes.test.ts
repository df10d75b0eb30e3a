import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { run } from "./processes.mjs";

/** No test waits for so long: its clock is moved on by what the program says. */
const STALL_MS = 300_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("a command that may take as long as it advances", () => {
  const started = (program: string, onMessage: (message: unknown) => void) =>
    run(process.execPath, ["--eval", program], { stallMs: STALL_MS, onMessage });

  it("is left alone long past that time while it tells how far it is, or prints", async () => {
    const program = `
      const tell = (done) => process.send(done, () => done < 3 ? tell(done + 1) : process.exit(0));
      console.log("begun");
      tell(1);
    `;
    const told: unknown[] = [];
    const { code, output, timedOut } = await started(program, (message) => {
      told.push(message);
      vi.advanceTimersByTime(STALL_MS * 0.9);
    });
    expect({ code, output, timedOut }).toEqual({ code: 0, output: "begun\n", timedOut: false });
    expect(told).toEqual([1, 2, 3]);
  });

  it("is ended once it has said nothing for so long", async () => {
    const program = `process.send("begun"); setInterval(() => undefined, 1_000);`;
    const { code, timedOut } = await started(program, () => {
      vi.advanceTimersByTime(STALL_MS + 1);
    });
    expect({ code, timedOut }).toEqual({ code: 1, timedOut: true });
  });
});

describe("a command without a limit", () => {
  it("is left alone however long it takes", async () => {
    const program = `process.send(1, () => process.send(2, () => process.exit(0)));`;
    const { code, timedOut } = await run(process.execPath, ["--eval", program], {
      onMessage: () => void vi.advanceTimersByTime(3_600_000),
    });
    expect({ code, timedOut }).toEqual({ code: 0, timedOut: false });
  });

  it("is told from one whose limit ended it", async () => {
    const program = `process.send("begun"); setInterval(() => undefined, 1_000);`;
    const { code, timedOut } = await run(process.execPath, ["--eval", program], {
      timeoutMs: 60_000,
      onMessage: () => void vi.advanceTimersByTime(60_001),
    });
    expect({ code, timedOut }).toEqual({ code: 1, timedOut: true });
  });
});
