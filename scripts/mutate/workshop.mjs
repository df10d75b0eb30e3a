import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CACHE, at } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";

/** What of `.cache` is a copy's own. */
const OWN_CACHE = new Set(["mutate", "test-reports"]);

/**
 * A report of Vitest's.
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} TestFile
 */

/** @returns {Promise<string[]>} the files that git knows or would */
export async function filesOfProject() {
  const { output } = await run("git", ["ls-files", "-co", "--exclude-standard"]);
  return output.trim().split("\n");
}

/** A copy of the project in which faults can be planted, while one works on in the other. */
export class Workshop {
  /** @param {string} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {readonly string[]} files of the project */
  static async open(files) {
    const root = await mkdtemp(path.join(tmpdir(), "place-des-salles-mutate-"));
    for (const file of files) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await copyFile(at(file), path.join(root, file));
    }
    await symlink(at("node_modules"), path.join(root, "node_modules"));
    // Threads are started from it. Where there is none yet, their tests fail without a fault, too.
    await symlink(at("build"), path.join(root, "build"));
    await mkdir(CACHE, { recursive: true });
    await mkdir(path.join(root, ".cache"));
    for (const name of await readdir(CACHE)) {
      if (OWN_CACHE.has(name)) continue;
      await symlink(path.join(CACHE, name), path.join(root, ".cache", name));
    }
    return new Workshop(root);
  }

  /** @param {string} file @param {string} text */
  async write(file, text) {
    await writeFile(path.join(this.root, file), text);
  }

  /**
   * Runs test files until one fails.
   * @param {string} project
   * @param {readonly string[]} files
   * @param {number} timeoutMs past it the first of them has failed
   * @returns {Promise<{ file: string, test: string } | undefined>}
   */
  async firstFailure(project, files, timeoutMs) {
    const report = path.join(this.root, ".cache", "report.json");
    await rm(report, { force: true });
    const vitest = path.join(this.root, "node_modules", "vitest", "vitest.mjs");
    const { timedOut, output } = await run(
      process.execPath,
      [
        // With 'unit-alone'.
        ...[vitest, "run", "--project", `${project}*`, "--bail=1", ...files],
        ...["--reporter=json", `--outputFile=${report}`],
      ],
      { cwd: this.root, timeoutMs },
    );
    if (timedOut) return { file: files[0] ?? "", test: `${project} tests, by taking too long` };
    const text = await readFile(report, "utf8").catch((error) => {
      throw new Error(`Vitest left no report:\n${output}`, { cause: error });
    });
    /** @type {TestFile[]} */
    const reports = JSON.parse(text).testResults;
    for (const { name, status, assertionResults } of reports) {
      const file = path.relative(this.root, name);
      const test = assertionResults.find((one) => one.status === "failed");
      if (test) return { file, test: `${path.basename(name)}: ${test.fullName}` };
      if (status === "failed") return { file, test: `${path.basename(name)}, not loaded` };
    }
    return undefined;
  }

  /** @returns {Promise<boolean>} whether types of any file are wrong */
  async typesFail() {
    const tsc = path.join(this.root, "node_modules", "typescript", "bin", "tsc");
    const { code } = await run(process.execPath, [tsc, "--noEmit", "-p", this.root], {
      cwd: this.root,
      timeoutMs: 15 * 60_000,
    });
    return code !== 0;
  }

  async close() {
    await rm(this.root, { recursive: true, force: true });
  }
}
