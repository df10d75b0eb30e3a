import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "./log.mjs";
import { ROOT } from "./paths.mjs";

const STOP_WITH_PARENT = new URL("stop-with-parent.mjs", import.meta.url).href;
const MAX_LOG_BYTES = 5_000_000;

/**
 * Arguments that run a built Node program so that it never outlives its parent.
 * @param {string} file
 * @param {readonly string[]} [args]
 */
export const nodeArguments = (file, args = []) => ["--import", STOP_WITH_PARENT, file, ...args];

/**
 * Opens a log file for appending; one that has grown large becomes `<file>.1` first.
 * @param {string} file
 */
function openLog(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, "a");
}

/**
 * The last lines of a log file, for the message that says why a program died.
 * @param {string} file
 * @param {number} [lines]
 */
function tail(file, lines = 20) {
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}

/**
 * Sends `signal` to the whole process group that `pid` leads.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * A long-running child process. It leads its own process group, so that Ctrl-C reaches only the
 * script, which then stops its services in order; its output goes to `logFile`.
 */
export class Service {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #child;
  /** @type {Promise<void>} */
  #exited = Promise.resolve();
  #expectedToRun = false;
  /** @type {(how: string) => void} */
  #announceDeath = () => {};

  /**
   * Resolves with how the process ended ("SIGKILL", "code 1") when it does so without having been told to.
   * @type {Promise<string>}
   */
  death = new Promise((resolve) => (this.#announceDeath = resolve));

  /**
   * @param {object} options
   * @param {string} options.name shown in messages
   * @param {string} options.command
   * @param {readonly string[]} options.args
   * @param {NodeJS.ProcessEnv} options.env
   * @param {string} options.logFile
   * @param {() => Promise<boolean>} options.isReady asked again and again after the start
   * @param {number} [options.readyTimeoutMs]
   * @param {number} [options.stopTimeoutMs] after it, a stop becomes a kill
   * @param {"ipc" | "pipe"} [options.lifeline] the channel whose end tells the child that its parent died
   */
  constructor(options) {
    this.options = options;
  }

  get name() {
    return this.options.name;
  }

  get pid() {
    return this.#child?.pid;
  }

  get logFile() {
    return this.options.logFile;
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws {Error} with the end of its log, when it dies or is not ready in time
   */
  async start() {
    if (this.#child) throw new Error(`${this.name} is running already`);
    const { command, args, env, logFile, isReady, lifeline = "ipc" } = this.options;
    const log = openLog(logFile);
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      detached: true,
      stdio: lifeline === "ipc" ? ["ignore", log, log, "ipc"] : ["pipe", log, log],
    });
    closeSync(log);
    this.#child = child;
    this.#expectedToRun = true;
    let how = "";
    this.#exited = new Promise((resolve) => {
      const end = (/** @type {string} */ reason) => {
        how = reason;
        this.#child = undefined;
        resolve();
      };
      child.once("exit", (code, signal) => end(signal ?? `code ${code}`));
      child.once("error", (error) => end(error.message));
    });
    const deadline = Date.now() + (this.options.readyTimeoutMs ?? 60_000);
    while (!(await isReady())) {
      if (!this.#child) {
        throw new Error(`${this.name} stopped while starting (${how})\n${tail(logFile)}`);
      }
      if (Date.now() > deadline) {
        await this.kill();
        throw new Error(`${this.name} was not ready in time\n${tail(logFile)}`);
      }
      await Promise.race([sleep(50), this.#exited]);
    }
    void this.#exited.then(() => {
      if (this.#expectedToRun) this.#announceDeath(how);
    });
  }

  /** Asks the process to stop, and kills it when it does not within `stopTimeoutMs`. */
  async stop() {
    await this.#end("SIGTERM");
  }

  /** Kills the process at once, as a crash would (SIGKILL), and waits until it is gone. */
  async kill() {
    await this.#end("SIGKILL");
  }

  /** @param {NodeJS.Signals} signal */
  async #end(signal) {
    this.#expectedToRun = false;
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    signalGroup(pid, signal);
    const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), this.options.stopTimeoutMs ?? 5000);
    await this.#exited;
    clearTimeout(timer);
  }
}

/**
 * Resolves with the message to show when one of `services` ends on its own.
 * @param {readonly (Service | undefined)[]} services
 * @returns {Promise<UserError>}
 */
export function firstDeath(services) {
  const present = services.filter((service) => service !== undefined);
  return Promise.race(
    present.map(async ({ death, name, logFile }) => {
      const how = await death;
      return new UserError(
        `« ${name} » s'est arrêté (${how}). Fin de ${logFile} :\n${tail(logFile)}`,
      );
    }),
  );
}

/** Thrown by {@link run} once {@link interruptCommands} was called. */
export class InterruptedError extends Error {
  name = "InterruptedError";
}

/** @type {Set<() => void>} kills, one for each command that runs */
const running = new Set();
let interrupted = false;

/** Kills every command that {@link run} is waiting for and refuses further ones: the script is stopping. */
export function interruptCommands() {
  interrupted = true;
  for (const kill of running) kill();
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {"inherit" | "collect"} [options.output] to this terminal, or into the result
 * @param {number} [options.timeoutMs] after it the command and its children are killed
 * @param {AbortSignal} [options.signal] aborting kills the command and its children
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} code 127 when the command does not exist
 * @throws {InterruptedError}
 */
export async function run(command, args, options = {}) {
  const { env = process.env, output = "collect", timeoutMs = 600_000, signal } = options;
  if (interrupted) throw new InterruptedError(command);
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    detached: true,
    stdio: output === "inherit" ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  let text = "";
  let timedOut = false;
  child.stdout?.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const kill = () => {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, timeoutMs);
  running.add(kill);
  signal?.addEventListener("abort", kill, { once: true });
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      text += error.message;
      resolve(127);
    });
    child.once("close", (status) => resolve(status ?? 1));
  });
  clearTimeout(timer);
  running.delete(kill);
  signal?.removeEventListener("abort", kill);
  if (interrupted) throw new InterruptedError(command);
  return { code, output: text, timedOut };
}

/**
 * The full path of a command on the PATH.
 * @param {string} name
 * @param {string} [searchPath]
 * @returns {string | undefined}
 */
export function findCommand(name, searchPath = process.env.PATH ?? "") {
  for (const directory of searchPath.split(path.delimiter)) {
    const candidate = path.join(directory, name);
    if (directory && existsSync(candidate) && statSync(candidate).isFile()) return candidate;
  }
  return undefined;
}
