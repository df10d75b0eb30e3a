import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "./log.mjs";
import { commandLimit, throwIfInterrupted } from "./processes.mjs";

/** How long a holder may take to say who it is; it is busy for moments only. */
const ASK_MS = 3_000;
/** What is held no longer than that is not worth a word. */
const SAY_AFTER_MS = 1_000;
/** `open`'s flag that locks the file for as long as it is open. Node has no name for it. */
const O_EXLOCK = 0x20;

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

/** @typedef {{ pid?: number, url?: string } & Record<string, unknown>} Holder what it says of itself; nothing when it does not answer */

/** Thrown when a live process holds the lock. */
export class LockHeldError extends Error {
  /** @param {string} file @param {Holder} holder */
  constructor(file, holder) {
    super(`${file} is held by process ${holder.pid ?? "?"}`);
    this.name = "LockHeldError";
    this.holder = holder;
  }
}

/** @param {Holder} holder another command, at work on what both need; in French and English */
export function waitingFor({ pid }) {
  const who = pid ?? "?";
  return `Une autre commande y travaille (processus ${who}), attente / waiting for process ${who}`;
}

/** @param {string} text @returns {Holder} */
function holderOf(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/**
 * Linux: an abstract socket, named after the directory that is locked, which answers whoever comes with
 * what its holder says of itself.
 * @param {string} file
 * @param {string} text
 * @returns {Promise<{ release: () => Promise<void> } | { holder: Holder } | "try again">}
 */
async function lockBySocket(file, text) {
  const { dev, ino } = await stat(path.dirname(file), { bigint: true });
  const key = createHash("sha256")
    .update(`${dev} ${ino} ${path.basename(file)}`)
    .digest("hex");
  const name = `\0place-des-salles-${key}`;
  const server = net.createServer((socket) => socket.on("error", () => {}).end(text));
  const held = await new Promise((resolve, reject) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code === "EADDRINUSE") resolve(true);
      else reject(error);
    });
    server.listen(name, () => resolve(false));
  });
  if (!held) {
    server.unref();
    return { release: () => new Promise((resolve) => server.close(() => resolve())) };
  }
  return await new Promise((resolve) => {
    let said = "";
    const socket = net.connect(name).setEncoding("utf8");
    socket.setTimeout(ASK_MS, () => socket.destroy());
    socket.on("data", (/** @type {string} */ chunk) => (said += chunk));
    // Given back in the meantime.
    socket.on("error", () => resolve("try again"));
    socket.on("close", () => resolve({ holder: holderOf(said) }));
  });
}

/**
 * macOS and BSD: a file that is locked as it is opened. It stays where it is: to delete it would give
 * the next two their own.
 * @param {string} file
 * @param {string} text
 * @returns {Promise<{ release: () => Promise<void> } | { holder: Holder }>}
 */
async function lockByFile(file, text) {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  try {
    const handle = await open(file, O_RDWR | O_CREAT | O_NONBLOCK | O_EXLOCK, 0o600);
    await handle.truncate();
    await handle.write(text, 0);
    return { release: () => handle.close() };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== "EAGAIN" && code !== "EWOULDBLOCK") throw error;
    return { holder: holderOf(await readFile(file, "utf8")) };
  }
}

/**
 * Takes the lock `file` for this process. The system holds it and gives it back when the process ends,
 * however that comes: nothing is left that could be stale, and of many who try at once one has it.
 * @param {string} file names the lock; its directory is made when it is absent
 * @param {Record<string, unknown>} [details] told to whoever comes while it is held
 * @returns {Promise<() => Promise<void>>} gives the lock back
 * @throws {LockHeldError}
 */
export async function acquireLock(file, details = {}) {
  await mkdir(path.dirname(file), { recursive: true });
  const text = JSON.stringify({ ...details, pid: process.pid });
  const lock = process.platform === "linux" ? lockBySocket : lockByFile;
  for (;;) {
    const result = await lock(file, text);
    if (result === "try again") continue;
    if ("holder" in result) throw new LockHeldError(file, result.holder);
    return result.release;
  }
}

/**
 * Runs `task` while holding the lock, after waiting for it as long as a live process holds it, which is said once; or as
 * long as `limitCommands` lets it.
 * @template T
 * @param {string} file
 * @param {import("./log.mjs").Log} log
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 * @throws {UserError} that names the holder, past the limit
 * @throws {import("./processes.mjs").InterruptedError}
 */
export async function withLock(file, log, task) {
  const startedAt = Date.now();
  const limitMs = commandLimit() ?? Infinity;
  let isSaid = false;
  let release;
  while (!release) {
    try {
      release = await acquireLock(file);
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error;
      throwIfInterrupted();
      const waitedMs = Date.now() - startedAt;
      if (waitedMs > limitMs) {
        const passed = `${limitMs / 1000} s`;
        throw new UserError(
          `${waitingFor(error.holder)} : arrêté après ${passed} / stopped after ${passed}`,
        );
      }
      if (!isSaid && waitedMs >= SAY_AFTER_MS) {
        isSaid = true;
        log.begin(waitingFor(error.holder));
      }
      await sleep(200);
    }
  }
  try {
    return await task();
  } finally {
    await release();
  }
}
