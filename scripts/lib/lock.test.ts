import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../tests/support/eventually";
import { UserError, quietLog } from "./log.mjs";
import { LockHeldError, acquireLock, isAlive, withLock } from "./lock.mjs";
import { limitCommands } from "./processes.mjs";

const LOCK = new URL("lock.mjs", import.meta.url).href;
/** Says whether it got the lock, and keeps it until it is ended. */
const HOLDER = `
  const { acquireLock } = await import(${JSON.stringify(LOCK)});
  process.on("message", async (file) => {
    const held = await acquireLock(file, { url: "http://localhost:1" }).then(() => true, () => false);
    process.send(held);
  });
  process.send("ready");
`;

let directory: string;
let file: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
  file = join(directory, "deep", "a.lock");
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(end));
  await rm(directory, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

/** A process that is ready to try. */
async function starter(): Promise<ChildProcess> {
  const child = fork("-", { execArgv: ["--input-type=module", "--eval", HOLDER] });
  children.push(child);
  await once(child, "message");
  return child;
}

/** Whether a process gets the lock. */
async function tries(child: ChildProcess): Promise<boolean> {
  const answer = once(child, "message") as Promise<[boolean]>;
  child.send(file);
  return (await answer)[0];
}

describe("acquireLock", () => {
  it("is refused while a live process holds it, and says what the holder tells", async () => {
    const release = await acquireLock(file, { url: "http://localhost:3000" });
    const second = acquireLock(file);
    await expect(second).rejects.toBeInstanceOf(LockHeldError);
    await expect(second).rejects.toMatchObject({
      holder: { pid: process.pid, url: "http://localhost:3000" },
    });
    await release();
    await (
      await acquireLock(file)
    )();
  });

  it("attack 33: a lock file left by a killed process, its id alive as another, stops nobody", async () => {
    await mkdir(dirname(file));
    await writeFile(file, JSON.stringify({ pid: 1, url: "http://localhost:3000" }));
    await (
      await acquireLock(file)
    )();
  });

  it("attack 33: of many who come after a killed holder, one has it", async () => {
    let holder = await starter();
    expect(await tries(holder)).toBe(true);
    for (let round = 0; round < 4; round += 1) {
      const others = await Promise.all([starter(), starter(), starter()]);
      expect(await tries(others[0])).toBe(false);
      await end(holder);
      const won = await Promise.all(others.map(tries));
      expect(won.filter(Boolean)).toHaveLength(1);
      holder = others[won.indexOf(true)]!;
    }
  });

  it("is of one directory, whatever way leads there, and of one name in it", async () => {
    const release = await acquireLock(file);
    await expect(acquireLock(join(directory, "deep", "..", "deep", "a.lock"))).rejects.toThrow();
    await (
      await acquireLock(join(directory, "deep", "b.lock"))
    )();
    await (
      await acquireLock(join(directory, "a.lock"))
    )();
    await release();
  });
});

describe("withLock", () => {
  it("runs one task at a time", async () => {
    let running = 0;
    let most = 0;
    const task = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all([1, 2, 3].map(() => withLock(file, quietLog(), task)));
    expect(most).toBe(1);
  });

  it("waits as long as a live process holds it, and says so once", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const release = await acquireLock(file);
      const said: string[] = [];
      const log = { ...quietLog(), begin: (line: string) => void said.push(line) };
      const waiting = withLock(file, log, () => Promise.resolve("done"));
      for (const hours of [1, 2]) {
        vi.setSystemTime(Date.now() + hours * 3_600_000);
        await eventually(() => expect(said).toHaveLength(1));
      }
      await release();
      expect(await waiting).toBe("done");
      expect(said).toEqual([expect.stringContaining(`processus ${process.pid}`)]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("waits no longer than a run that nobody watches may, and names the holder", async () => {
    const release = await acquireLock(file);
    limitCommands(100);
    try {
      const refused = withLock(file, quietLog(), () => Promise.resolve());
      await expect(refused).rejects.toBeInstanceOf(UserError);
      await expect(refused).rejects.toThrow(
        new RegExp(`processus ${process.pid}.* : arrêté après 0.1 s / stopped after 0.1 s`),
      );
    } finally {
      limitCommands(undefined);
      await release();
    }
  });

  it("is left off once the script is stopping", async () => {
    const release = await acquireLock(file);
    vi.resetModules();
    const { InterruptedError, interruptCommands } = await import("./processes.mjs");
    const waiting = (await import("./lock.mjs")).withLock(file, quietLog(), () =>
      Promise.resolve(),
    );
    interruptCommands();
    await expect(waiting).rejects.toBeInstanceOf(InterruptedError);
    await release();
  });

  it("gives the lock back when the task fails", async () => {
    await expect(withLock(file, quietLog(), () => Promise.reject(new Error("no")))).rejects.toThrow(
      "no",
    );
    await (
      await acquireLock(file)
    )();
  });
});

describe("isAlive", () => {
  it("knows the living from the dead", async () => {
    expect(isAlive(process.pid)).toBe(true);
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect(isAlive(child.pid!)).toBe(false);
  });
});
