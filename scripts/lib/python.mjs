import { findCommand, run } from "./processes.mjs";

const NAMES = ["python3", "python3.13", "python3.12", "python3.11", "python3.10", "python"];

/** Prints the version of a Python ≥ 3.10 that can make virtual environments; another one fails. */
export const PYTHON_PROBE =
  "import sys, venv, ensurepip; assert sys.version_info >= (3, 10); print(sys.version.split()[0])";

/** @returns {Promise<string | undefined>} a Python ≥ 3.10 that can make virtual environments */
export async function findPython() {
  for (const name of NAMES) {
    if (!findCommand(name)) continue;
    const { code } = await run(name, ["-c", PYTHON_PROBE]);
    if (code === 0) return name;
  }
  return undefined;
}
