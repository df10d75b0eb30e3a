import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { UserError } from "./log.mjs";
import { program } from "./paths.mjs";
import { nodeArguments, run } from "./processes.mjs";

/** A program that has not advanced for so long is given up. */
const STALL_MS = 300_000;
/** How often at most the terminal is told how far it is. */
const SAY_EVERY_MS = 5_000;
/** With it a program ends that refuses what it was given, and has said why to the person at the terminal. */
export const REFUSED = 78;

/** @param {string} name @throws {UserError} when it has not been built */
export function builtProgram(name) {
  const file = program(name);
  if (!existsSync(file)) throw new UserError(`${file} manque / is missing : npm run build`);
  return file;
}

/**
 * How far a program is, as it tells by `process.send`.
 * @typedef {{ progress: string, done: number, of: number }} Progress
 */

/**
 * Runs a built program to its end, however long it takes while it advances; says how far it is.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./log.mjs").Log} log
 * @returns {Promise<string>} what it printed
 * @throws {Error} with its output, when it fails or has stopped advancing; a {@link UserError} of the output alone, when it refuses
 */
export async function runProgram(name, env, log) {
  let saidAt = Date.now();
  const { code, output, timedOut } = await run(
    process.execPath,
    nodeArguments(builtProgram(name)),
    {
      env,
      stallMs: STALL_MS,
      onMessage: (/** @type {Progress} */ { progress, done, of }) => {
        if (Date.now() - saidAt < SAY_EVERY_MS) return;
        saidAt = Date.now();
        log.begin(`${progress} : ${done} sur ${of}`);
      },
    },
  );
  if (timedOut) {
    throw new UserError(
      `« ${name} » n'avance plus depuis ${STALL_MS / 60_000} minutes ; ce qui est fait est gardé, relancez. / No progress.\n${output}`,
    );
  }
  if (code === REFUSED) throw new UserError(output.trim());
  if (code !== 0) throw new Error(`${name} failed (code ${code})\n${output}`);
  return output.trim();
}

/**
 * Runs a program of Node's in this terminal to its end. It is told of a stop, and waited for: what it has begun is its
 * to clear away.
 * @param {readonly string[]} args
 * @param {object} options
 * @param {NodeJS.ProcessEnv} options.env
 * @param {Promise<void>} options.stopped
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export async function runHere(args, { env, stopped }) {
  const program = spawn(process.execPath, args, { env, stdio: "inherit" });
  void stopped.then(() => program.kill("SIGTERM"));
  const [code] = await once(program, "exit");
  return code ?? 1;
}
