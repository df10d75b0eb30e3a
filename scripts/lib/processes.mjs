import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { diskRefusalInLog } from "./disk.mjs";
import { UserError } from "./log.mjs";
import { ROOT } from "./paths.mjs";

const STOP_WITH_PARENT = new URL("stop-with-parent.mjs", import.meta.url).href;
const MAX_LOG_BYTES = 5_000_000;

/**
 * What `npm run web` and `npm run worker` give V8, too: without a bound the heap grows to four or five
 * times what lives in it before it is looked through, and what was just made has 34 MB of it instead of 17 (docs/operations.md).
 * The last one has all that is made begin among what was just made: in some runs V8 came to think that what a request
 * needs lasts, put it with what does, and spent as much on looking that through again and again as on answering.
 */
export const V8_OPTIONS = [
  "--max-old-space-size=128",
  "--max-semi-space-size=8",
  "--no-allocation-site-pretenuring",
];

/**
 * And what they give the C library. Pictures are decoded by many threads in turn, each of which would keep
 * a part of the memory to itself for good; and pixels that are let go would stay with the process, once the
 * library has learnt how large its blocks get: with a fixed threshold what is larger goes back at once.
 */
export const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "262144" };

/**
 * Arguments that run a built Node program so that it never outlives its parent.
 * @param {string} file
 * @param {readonly string[]} [options] of Node
 */
export const nodeArguments = (file, options = []) => [
  ...options,
  ...["--import", STOP_WITH_PARENT, file],
];

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
 * The last 20 lines of a log file, for the message that says why a program died.
 * @param {string} file
 * @param {number} from where the program's own part begins, in bytes
 */
function tail(file, from) {
  if (!existsSync(file)) return "";
  const text = readFileSync(file).subarray(from).toString();
  return text.trimEnd().split("\n").slice(-20).join("\n");
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
  /** Where in the log this run begins. */
  #logStart = 0;

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
   * @param {number} [options.readyTimeoutMs] after it one that is not ready is killed; default: a minute; Infinity: as long as it lives
   * @param {number} [options.stopTimeoutMs] after it, a stop becomes a kill
   * @param {"ipc" | "pipe"} [options.lifeline] the channel whose end tells the child that its parent died
   * @param {import("./ports.mjs").HeldPort} [options.held] the port that the first start hands over; a later one takes it again by its number
   * @param {(port: number) => void} [options.onListening] given by programs that tell where they listen (`{ listening: port }`); they are asked whether they are ready after that, so that no stranger on their port is taken for them
   * @param {(lastWords: string) => string | undefined} [options.explain] what to tell people of an end, in French, if the log's end says why
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
   * @throws {UserError} with the end of its log, when it dies or is not ready in time
   * @throws {InterruptedError} once it is stopped, because the script is stopping
   */
  async start() {
    if (this.#child) throw new Error(`${this.name} is running already`);
    const { command, args, logFile, lifeline = "ipc", held, onListening } = this.options;
    const log = openLog(logFile);
    this.#logStart = fstatSync(log).size;
    const env = held ? { ...this.options.env, PORT_HANDED_OVER: "1" } : this.options.env;
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
    let isListening = onListening === undefined;
    child.on("message", (/** @type {{ listening?: number }} */ { listening }) => {
      if (listening === undefined) return;
      isListening = true;
      onListening?.(listening);
    });
    if (held) child.send("port", held.listener);
    try {
      await this.#becomesReady(
        () => isListening,
        () => how,
      );
    } finally {
      // It has its own part by now, or will never have one.
      await held?.release();
      this.options.held = undefined;
    }
    void this.#exited.then(() => {
      if (this.#expectedToRun) this.#announceDeath(how);
    });
  }

  /**
   * @param {() => boolean} isListening
   * @param {() => string} how it ended, if it did
   */
  async #becomesReady(isListening, how) {
    const { readyTimeoutMs = 60_000 } = this.options;
    const deadline = Date.now() + readyTimeoutMs;
    while (!isListening() || !(await this.options.isReady())) {
      if (!this.#child) throw this.failure(`s'est arrêté en démarrant (${how()})`);
      if (interrupted) await this.stop();
      throwIfInterrupted();
      if (Date.now() > deadline) {
        await this.kill();
        throw this.failure(`n'était pas prêt après ${readyTimeoutMs / 1000} s`);
      }
      await Promise.race([sleep(50), this.#exited]);
    }
  }

  /** What this run wrote last. */
  lastWords() {
    return tail(this.logFile, this.#logStart);
  }

  /**
   * What to tell people of an end, if the log says why.
   * @returns {UserError | undefined}
   */
  explanation() {
    const words = this.lastWords();
    const sentence = this.options.explain?.(words) ?? diskRefusalInLog(words);
    return sentence ? new UserError(`${sentence}\n    ${this.logFile}`) : undefined;
  }

  /**
   * What to tell people of an end that nobody asked for.
   * @param {string} what in French, for where the log does not say why
   * @returns {UserError}
   */
  failure(what) {
    const said = `« ${this.name} » ${what}. Fin de ${this.logFile} :\n${this.lastWords()}`;
    return this.explanation() ?? new UserError(said);
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
    present.map(async (service) => {
      const how = await service.death;
      return service.failure(`s'est arrêté (${how})`);
    }),
  );
}

/** Thrown by {@link run} once {@link interruptCommands} was called. */
export class InterruptedError extends Error {
  /** @override */
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

/** @throws {InterruptedError} once {@link interruptCommands} was called: for what waits without running a command */
export function throwIfInterrupted() {
  if (interrupted) throw new InterruptedError("stopping");
}

/** @type {number | undefined} */
let limitMs;

/**
 * Limits every command that is given no time of its own, and every wait for another command's lock, from here on: for
 * runs that nobody watches. Without it they take as long as they need.
 * @param {number | undefined} ms undefined: none any more
 */
export function limitCommands(ms) {
  limitMs = ms;
}

/** The limit of {@link limitCommands} in ms; undefined: none. */
export const commandLimit = () => limitMs;

/** How long what a command has left behind may keep its output open. */
const LEFT_BEHIND_MS = 5_000;

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {string} [options.cwd] default: the project
 * @param {"inherit" | "collect"} [options.output] to this terminal, or into the result
 * @param {number} [options.timeoutMs] after it the command and its children are killed, which `timedOut` tells; default: none, it ends by itself, or that of {@link limitCommands}, which the output tells, too
 * @param {number} [options.stallMs] the same after so long without output or message
 * @param {(message: any) => void} [options.onMessage] gives a Node program a channel for `process.send`, whose end also tells it that this process died
 * @param {AbortSignal} [options.signal] aborting kills the command and its children
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>} code 127 when the command does not exist
 * @throws {InterruptedError}
 */
export async function run(command, args, options = {}) {
  const { env = process.env, cwd = ROOT, output = "collect" } = options;
  const { signal, timeoutMs, stallMs, onMessage } = options;
  throwIfInterrupted();
  const way = output === "inherit" ? "inherit" : "pipe";
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = ["ignore", way, way, ...(onMessage ? [/** @type {const} */ ("ipc")] : [])];
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(command, args, { cwd, env, detached: true, stdio });
  let text = "";
  let timedOut = false;
  const kill = () => {
    if (child.pid !== undefined) signalGroup(child.pid, "SIGKILL");
  };
  const giveUp = () => {
    timedOut = true;
    kill();
  };
  const sharedMs = timeoutMs === undefined && stallMs === undefined ? limitMs : undefined;
  const endMs = timeoutMs ?? sharedMs;
  const timer = endMs === undefined ? undefined : setTimeout(giveUp, endMs);
  const stall = stallMs === undefined ? undefined : setTimeout(giveUp, stallMs);
  const write = (/** @type {string} */ chunk) => {
    text += chunk;
    stall?.refresh();
  };
  child.stdout?.setEncoding("utf8").on("data", write);
  child.stderr?.setEncoding("utf8").on("data", write);
  child.on("message", (message) => {
    stall?.refresh();
    onMessage?.(message);
  });
  running.add(kill);
  signal?.addEventListener("abort", kill, { once: true });
  /** @type {NodeJS.Timeout | undefined} */
  let leftBehind;
  const letGo = () => {
    kill();
    // Also from what has left the group.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      text += error.message;
      resolve(127);
    });
    child.once("exit", () => (leftBehind = setTimeout(letGo, LEFT_BEHIND_MS)));
    child.once("close", (status) => resolve(status ?? 1));
  });
  for (const waiting of [timer, stall, leftBehind]) clearTimeout(waiting);
  running.delete(kill);
  signal?.removeEventListener("abort", kill);
  throwIfInterrupted();
  if (timedOut && sharedMs !== undefined) {
    const passed = `${sharedMs / 1000} s`;
    text += `\n${path.basename(command)} : arrêté après ${passed} / stopped after ${passed}`;
  }
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
