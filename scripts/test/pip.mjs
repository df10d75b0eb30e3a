import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { findPython } from "../lib/python.mjs";
import { UserError, step } from "../lib/log.mjs";
import { CACHE } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";

const INSTALL_TIMEOUT_MS = 5 * 60_000;

/**
 * A Python program that a stage of the tests wants, in a private environment of its own.
 * @param {object} wanted
 * @param {string} wanted.name of the environment's folder, and in messages
 * @param {readonly string[]} wanted.packages with their versions
 * @param {readonly string[]} wanted.proof arguments with which its Python exits with 0 once all of it is there
 */
export function pythonProgram({ name, packages, proof }) {
  const venv = path.join(CACHE, name);
  const marker = path.join(venv, ".installed");
  const python = path.join(venv, "bin", "python");
  const asked = packages.join(" ");

  async function isInstalled() {
    if (!existsSync(marker) || (await readFile(marker, "utf8")) !== asked) return false;
    return (await run(python, [...proof], { timeoutMs: 60_000 })).code === 0;
  }

  /**
   * Installs it, where Python is there to do it.
   * @param {import("../lib/log.mjs").Log} log
   * @param {typeof findPython} [find]
   * @returns {Promise<string | undefined>} that Python is not there, undefined when the program is
   * @throws {UserError} when it could not be installed
   */
  async function obstacle(log, find = findPython) {
    if (await isInstalled()) return undefined;
    const base = await find();
    if (!base) return `Python 3.10+ (venv, pip) is not installed, so ${name} is not either`;
    await step(log, `pip install ${asked}`, async () => {
      await rm(venv, { recursive: true, force: true });
      await mkdir(CACHE, { recursive: true });
      const quietly = ["--quiet", "--no-input", "--no-compile", "--only-binary=:all:"];
      for (const [command, args] of /** @type {[string, string[]][]} */ ([
        [base, ["-m", "venv", venv]],
        [python, ["-m", "pip", "install", ...quietly, ...packages]],
      ])) {
        const { code, output, timedOut } = await run(command, args, {
          timeoutMs: INSTALL_TIMEOUT_MS,
        });
        if (code === 0) continue;
        const how = timedOut ? "took too long" : (output.trimEnd().split("\n").at(-1) ?? code);
        throw new UserError(`${name} could not be installed (${how})`);
      }
      await writeFile(marker, asked);
    });
    return undefined;
  }

  return { bin: path.join(venv, "bin"), python, obstacle };
}
