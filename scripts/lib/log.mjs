/**
 * What `npm start` and its kin say while they work: one line per step, with its time.
 * @typedef {object} Log
 * @property {(text: string) => void} info a line
 * @property {(text: string) => void} begin says that something long has begun
 * @property {(label: string, startedAt: number) => void} done a finished step; `startedAt` in ms since the epoch
 * @property {(text: string) => void} warn
 * @property {(text: string) => void} error
 */

/** @param {number} ms @returns {string} "1,4 s" */
export const seconds = (ms) => `${(ms / 1000).toFixed(1).replace(".", ",")} s`;

/** @returns {Log} on the terminal: errors on stderr, the rest on stdout */
export function consoleLog() {
  const out = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
  return {
    info: out,
    begin: (text) => out(`  … ${text}`),
    done: (label, startedAt) => out(`  ✔ ${label.padEnd(58)} ${seconds(Date.now() - startedAt)}`),
    warn: (text) => out(`  ! ${text}`),
    error: (text) => process.stderr.write(`  ✘ ${text}\n`),
  };
}

/** @returns {Log} says nothing but warnings and errors, on stderr: for tests */
export function quietLog() {
  const err = (/** @type {string} */ text) => process.stderr.write(`${text}\n`);
  return { info: () => {}, begin: () => {}, done: () => {}, warn: err, error: err };
}

/** How often a step that goes on says so. */
const SAY_EVERY_MS = 30_000;

/**
 * Runs one step and says its line when it is done; meanwhile, every 30 s, that it goes on.
 * @template T
 * @param {Log} log
 * @param {string | ((result: T) => string)} label
 * @param {() => Promise<T>} task
 * @param {string} [doing] what goes on; default: the label, where that is a text
 * @returns {Promise<T>}
 */
export async function step(log, label, task, doing) {
  const startedAt = Date.now();
  const ongoing = doing ?? (typeof label === "string" ? label : "Étape");
  const saying = setInterval(() => {
    const passed = Math.round((Date.now() - startedAt) / 1000);
    log.begin(`${ongoing} : toujours en cours, ${passed} s`);
  }, SAY_EVERY_MS);
  try {
    const result = await task();
    log.done(typeof label === "string" ? label : label(result), startedAt);
    return result;
  } finally {
    clearInterval(saying);
  }
}

/**
 * A failure whose message is meant for the person at the terminal: shown without a stack trace.
 */
export class UserError extends Error {
  /** @override */
  name = "UserError";
}

/**
 * Shows why a command failed: the message of a {@link UserError}, the whole stack of anything else.
 * @param {Log} log
 * @param {unknown} error
 */
export function report(log, error) {
  if (error instanceof UserError) log.error(error.message);
  else log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
