import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether a process of that id runs. One that belongs to somebody else runs too.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/** Thrown when a live process holds the lock; `holder` is what it wrote into it. */
export class LockHeldError extends Error {
  /** @param {string} file @param {{ pid: number } & Record<string, unknown>} holder */
  constructor(file, holder) {
    super(`${file} is held by process ${holder.pid}`);
    this.name = "LockHeldError";
    this.holder = holder;
  }
}

/**
 * @param {string} file
 * @returns {Promise<({ pid: number } & Record<string, unknown>) | null | undefined>} undefined when there
 *   is none, null when it says nothing
 */
export async function readLock(file) {
  let text;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const holder = JSON.parse(text);
    return typeof holder?.pid === "number" ? holder : null;
  } catch {
    return null;
  }
}

/**
 * Takes the lock `file` for this process. A lock whose process is gone is taken over. It appears with
 * its content in one step (a hard link), so nobody can meet it half written.
 * @param {string} file
 * @param {Record<string, unknown>} [details] stored in the lock for whoever meets it
 * @returns {Promise<() => Promise<void>>} gives the lock back
 * @throws {LockHeldError}
 */
export async function acquireLock(file, details = {}) {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify({ ...details, pid: process.pid }));
  try {
    for (;;) {
      try {
        await link(draft, file);
        return () => rm(file, { force: true });
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
      }
      const holder = await readLock(file);
      // Given back meanwhile: by now it may be someone else's, and is not to be removed.
      if (holder === undefined) continue;
      if (holder && isAlive(holder.pid)) throw new LockHeldError(file, holder);
      await rm(file, { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Runs `task` while holding the lock, after waiting for it as long as `timeoutMs`.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} task
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 */
export async function withLock(file, task, timeoutMs = 300_000) {
  const deadline = Date.now() + timeoutMs;
  let release;
  while (!release) {
    try {
      release = await acquireLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError) || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
  try {
    return await task();
  } finally {
    await release();
  }
}
