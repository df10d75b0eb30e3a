import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../tests/support/eventually";
import { holdAnyPort, holdPort } from "./ports.mjs";
import { Service, limitCommands, run } from "./processes.mjs";

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

describe("a command under the limit of a run that nobody watches", () => {
  beforeEach(() => limitCommands(600_000));
  afterEach(() => limitCommands(undefined));

  const started = (options: { timeoutMs?: number; stallMs?: number }) =>
    run(
      process.execPath,
      ["--eval", "process.send(1, () => process.send(2, () => process.exit()))"],
      {
        ...options,
        onMessage: () => void vi.advanceTimersByTime(400_000),
      },
    );

  it("is ended past it, which its output says", async () => {
    const program = `process.send("begun"); setInterval(() => undefined, 1_000);`;
    const { code, output, timedOut } = await run(process.execPath, ["--eval", program], {
      onMessage: () => void vi.advanceTimersByTime(600_001),
    });
    expect({ code, timedOut }).toEqual({ code: 1, timedOut: true });
    expect(output).toBe("\nnode : arrêté après 600 s / stopped after 600 s");
  });

  it.each([{ timeoutMs: 3_600_000 }, { stallMs: 500_000 }])(
    "keeps a limit of its own: %o",
    async (own) => {
      expect(await started(own)).toEqual({ code: 0, output: "", timedOut: false });
    },
  );
});

describe("a command that has left a program behind", () => {
  it.each([
    ["beside it", false],
    ["out of its reach", true],
  ])("comes back: one %s", async (_, detached) => {
    const program = `
      const { spawn } = require("node:child_process");
      const options = { stdio: "inherit", detached: ${detached} };
      const left = spawn(process.execPath, ["--eval", "setTimeout(() => {}, 60_000)"], options);
      console.log(left.pid);
      process.exit(3);
    `;
    const waiting = vi.getTimerCount();
    const ended = run(process.execPath, ["--eval", program]);
    await eventually(() => expect(vi.getTimerCount()).toBe(waiting + 1));
    vi.advanceTimersByTime(5_000);
    const { code, output, timedOut } = await ended;
    expect({ code, timedOut }).toEqual({ code: 3, timedOut: false });
    if (detached) process.kill(Number(output), "SIGKILL");
  });
});

/** Serves on what it is handed, and ends where it is handed nothing. */
const ON_HANDED_PORT = `
  if (!process.env.PORT_HANDED_OVER) process.exit(3);
  process.once("message", (_, listener) => {
    const server = require("node:http").createServer((_, answer) => answer.end("its own"));
    server.listen(listener, () => process.send({ listening: server.address().port }));
  });
`;

describe("a program that is handed its port", () => {
  it("answers on the one that was held for it: nobody else can take that meanwhile, or while it runs", async () => {
    const directory = await mkdtemp(join(tmpdir(), "processes-"));
    const held = await holdAnyPort();
    const take = () => holdPort(held.port, { attempts: 1 });
    const listening: number[] = [];
    const service = new Service({
      ...{ name: "own", command: process.execPath, args: ["--eval", ON_HANDED_PORT] },
      ...{ env: process.env, logFile: join(directory, "own.log"), held },
      onListening: (port) => void listening.push(port),
      isReady: () => Promise.resolve(true),
    });
    const started = service.start();
    await expect(take()).rejects.toThrow("No free port");
    await started;
    expect(listening).toEqual([held.port]);
    // Who comes is met by the program, and not by who held its port.
    expect(held.listener.listening).toBe(false);
    const answer = await fetch(`http://127.0.0.1:${held.port}/`, {
      headers: { connection: "close" },
    });
    expect(await answer.text()).toBe("its own");
    await expect(take()).rejects.toThrow("No free port");
    await service.stop();
    await (await take()).release();
    await rm(directory, { recursive: true });
  });
});

describe("once the script is stopping", () => {
  beforeEach(() => void vi.resetModules());

  it("a program that is not ready yet is stopped, and waited for no more", async () => {
    const { InterruptedError, Service, interruptCommands } = await import("./processes.mjs");
    const directory = await mkdtemp(join(tmpdir(), "processes-"));
    const service = new Service({
      ...{ name: "never", command: process.execPath, env: process.env },
      args: ["--eval", "setInterval(() => undefined, 1_000)"],
      logFile: join(directory, "never.log"),
      readyTimeoutMs: Infinity,
      isReady: () => {
        interruptCommands();
        return Promise.resolve(false);
      },
    });
    await expect(service.start()).rejects.toBeInstanceOf(InterruptedError);
    expect(service.pid).toBeUndefined();
    await rm(directory, { recursive: true });
  });
});
