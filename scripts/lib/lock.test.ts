import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LockHeldError, acquireLock, isAlive, readLock, withLock } from "./lock.mjs";

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
  file = join(directory, "deep", "a.lock");
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

describe("acquireLock", () => {
  it("is refused while a live process holds it, and says what the holder wrote", async () => {
    const release = await acquireLock(file, { url: "http://localhost:3000" });
    const second = acquireLock(file);
    await expect(second).rejects.toBeInstanceOf(LockHeldError);
    await expect(second).rejects.toMatchObject({
      holder: { pid: process.pid, url: "http://localhost:3000" },
    });
    await release();
    expect(await readLock(file)).toBeUndefined();
  });

  it("takes over from a process that is gone", async () => {
    await acquireLock(file);
    await writeFile(file, JSON.stringify({ pid: await deadPid() }));
    await acquireLock(file);
    expect(await readLock(file)).toMatchObject({ pid: process.pid });
  });

  it("takes over a lock that says nothing", async () => {
    await acquireLock(file);
    await writeFile(file, "");
    await acquireLock(file);
    expect(await readLock(file)).toMatchObject({ pid: process.pid });
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
    await Promise.all([1, 2, 3].map(() => withLock(file, task)));
    expect(most).toBe(1);
  });

  it("gives the lock back when the task fails", async () => {
    await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await readLock(file)).toBeUndefined();
  });
});

describe("isAlive", () => {
  it("knows the living from the dead", async () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(isAlive(await deadPid())).toBe(false);
  });
});
