import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { UserError, step } from "../lib/log.mjs";
import { withLock } from "../lib/lock.mjs";
import { run } from "../lib/processes.mjs";
import { PYTHON_PROBE, findPython } from "../lib/python.mjs";

/** The pinned release: 0.7.0b3 is the one whose transactions and unique indexes the project relies on. */
const PACKAGE = "SecantusDB==0.7.0b3";
const LAUNCHER = fileURLToPath(new URL("secantus_launcher.py", import.meta.url));

/**
 * Whether the environment was installed whole, for this package and by the Python that it still runs.
 * @param {string} python the environment's interpreter
 * @param {string} marker
 */
async function isInstalled(python, marker) {
  if (!existsSync(marker) || !existsSync(python)) return false;
  const { code, output } = await run(python, ["-c", PYTHON_PROBE]);
  return code === 0 && (await readFile(marker, "utf8")) === `${PACKAGE} ${output.trim()}`;
}

/**
 * Makes the private virtual environment when it is not there yet.
 * @param {string} cacheDir
 * @param {import("../lib/log.mjs").Log} log
 * @returns {Promise<string>} its Python
 * @throws {UserError} when there is no suitable Python, or the package cannot be had
 */
async function ensureEnvironment(cacheDir, log) {
  const venv = path.join(cacheDir, "venv");
  const python = path.join(venv, "bin", "python");
  const marker = path.join(venv, ".installed");
  if (await isInstalled(python, marker)) return python;
  return withLock(path.join(cacheDir, "venv.lock"), log, async () => {
    if (await isInstalled(python, marker)) return python;
    const base = await findPython();
    if (!base) throw new UserError("Python 3.10+ (venv, pip) introuvable / not found");
    const doing = "Installation du moteur de base de données";
    log.begin(`${doing} (une fois)`);
    const install = async () => {
      await rm(venv, { recursive: true, force: true });
      await mkdir(cacheDir, { recursive: true });
      const created = await run(base, ["-m", "venv", venv]);
      if (created.code !== 0) throw new UserError(`python -m venv: ${created.output.trim()}`);
      const quietly = ["--quiet", "--no-input", "--only-binary=:all:"];
      const installed = await run(python, ["-m", "pip", "install", ...quietly, PACKAGE]);
      if (installed.code !== 0) {
        throw new UserError(`pip install ${PACKAGE}: ${installed.output.trim()}`);
      }
      const { output } = await run(python, ["-c", PYTHON_PROBE]);
      await writeFile(marker, `${PACKAGE} ${output.trim()}`);
      return python;
    };
    return step(log, "Moteur de base de données installé", install, doing);
  });
}

/**
 * SecantusDB: a server with MongoDB's wire protocol on the WiredTiger engine, installed from PyPI into
 * a private environment. `--sync-on-commit` is what makes an acknowledged transaction survive a crash; every
 * commit waits for the disk by it.
 * @param {object} options
 * @param {string} options.cacheDir
 * @param {string} options.dbPath
 * @param {number} options.port
 * @param {import("../lib/log.mjs").Log} options.log
 * @param {boolean} [options.survivesCrash] default: true
 */
export async function secantusCommand({ cacheDir, dbPath, port, log, survivesCrash = true }) {
  const python = await ensureEnvironment(cacheDir, log);
  return {
    command: python,
    args: [
      LAUNCHER,
      ...["--host", "127.0.0.1", "--port", String(port), "--storage-path", dbPath],
      ...(survivesCrash ? ["--sync-on-commit"] : []),
      // Room for what open transactions keep; of what stands still when there is none see the launcher.
      ...["--cache-size", "512M", "--log-level", "WARNING"],
    ],
    lifeline: /** @type {const} */ ("pipe"),
  };
}
