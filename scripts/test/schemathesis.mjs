import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { findPython } from "../lib/python.mjs";
import { step } from "../lib/log.mjs";
import { CACHE } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";

/** A stranger that tries an API by its document alone (https://schemathesis.readthedocs.io). */
const PACKAGE = "schemathesis==4.32.5";
const INSTALL_TIMEOUT_MS = 5 * 60_000;

const VENV = path.join(CACHE, "schemathesis");
const MARKER = path.join(VENV, ".installed");
const PYTHON = path.join(VENV, "bin", "python");

/** The program, once it is installed. */
export const SCHEMATHESIS = path.join(VENV, "bin", "schemathesis");

async function isInstalled() {
  if (!existsSync(MARKER) || (await readFile(MARKER, "utf8")) !== PACKAGE) return false;
  return (await run(SCHEMATHESIS, ["--version"], { timeoutMs: 60_000 })).code === 0;
}

/**
 * Installs schemathesis into a private environment, where Python and a package registry are there.
 * @param {import("../lib/log.mjs").Log} log
 * @returns {Promise<string | undefined>} why it cannot be had, undefined when it is there
 */
export async function schemathesisObstacle(log) {
  if (await isInstalled()) return undefined;
  const base = await findPython();
  if (!base) return "Python 3.10+ (venv, pip) is not installed, so schemathesis is not either";
  return await step(log, `pip install ${PACKAGE}`, async () => {
    await rm(VENV, { recursive: true, force: true });
    await mkdir(CACHE, { recursive: true });
    for (const [command, args] of /** @type {[string, string[]][]} */ ([
      [base, ["-m", "venv", VENV]],
      [PYTHON, ["-m", "pip", "install", "--quiet", "--no-input", "--only-binary=:all:", PACKAGE]],
    ])) {
      const { code, output, timedOut } = await run(command, args, {
        timeoutMs: INSTALL_TIMEOUT_MS,
      });
      if (code === 0) continue;
      const how = timedOut ? "took too long" : (output.trimEnd().split("\n").at(-1) ?? code);
      return `schemathesis could not be installed (${how})`;
    }
    await writeFile(MARKER, PACKAGE);
    return undefined;
  });
}
