import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { ROOT } from "../lib/paths.mjs";

/** What names begin with, and where that lies (tsconfig.json). */
const ALIASES = /** @type {const} */ ({
  "~/": "app/",
  "@models/": "models/",
  "@jobs/": "jobs/",
  "@sandbox/": "sandbox/",
});
const ENDINGS = ["", ".ts", ".tsx", ".mjs", "/index.ts"];
/** A call that brings whole folders in, and the folders: texts that say what is left out begin with `!`. */
const GLOB = /import\.meta\.glob(?:<[^(]*>)?\(\s*\[?((?:\s*"[^"]*",?)+)/g;
const FOLDER = /"([^"!*][^"*]*)\*\*/g;
/** As far as so many imports lie files that are brought in by their folder: who has all of it asks least about each. */
const FOLDER_STEPS = 3;

/**
 * The project's own file that a name stands for.
 * @param {string} from the file that says it, relative to the root
 * @param {string} name
 * @param {string} root
 * @returns {string | undefined}
 */
function resolved(from, name, root) {
  const [alias, there] = Object.entries(ALIASES).find(([start]) => name.startsWith(start)) ?? [];
  if (!alias && !name.startsWith(".")) return undefined;
  const bare = alias
    ? there + name.slice(alias.length)
    : path.join(path.dirname(from), name.replace(/\?.*/, ""));
  return ENDINGS.map((ending) => bare + ending).find((file) => {
    const whole = path.join(root, file);
    return existsSync(whole) && statSync(whole).isFile();
  });
}

/** @typedef {{ file: string, steps: number }} Import with how far it lies */

/** Which files import which: asked from test files down to sources. */
export class Imports {
  /** @type {Map<string, readonly Import[]>} */
  #of = new Map();

  /**
   * @param {readonly string[]} files all of the project, relative to the root
   * @param {string} [root]
   */
  constructor(files, root = ROOT) {
    this.files = files;
    this.root = root;
  }

  /** @param {string} file @returns {Promise<readonly Import[]>} what it imports itself, types alone left out */
  async #importsOf(file) {
    const known = this.#of.get(file);
    if (known) return known;
    const text = await readFile(path.join(this.root, file), "utf8");
    const said = text.replace(/^(?:import|export) type [^;]*;/gm, "");
    const names = ts.preProcessFile(said, true, true).importedFiles.map(({ fileName }) => fileName);
    const named = names.flatMap((name) => resolved(file, name, this.root) ?? []);
    const folders = [...text.matchAll(GLOB)].flatMap(([, list = ""]) =>
      [...list.matchAll(FOLDER)].map(([, start = ""]) => path.join(path.dirname(file), start)),
    );
    const below = this.files.filter((one) => folders.some((folder) => one.startsWith(folder)));
    const all = [
      ...[...new Set(named)].map((one) => ({ file: one, steps: 1 })),
      ...below.map((one) => ({ file: one, steps: FOLDER_STEPS })),
    ];
    this.#of.set(file, all);
    return all;
  }

  /**
   * How many imports lie between a file and each that it leads to.
   * @param {string} file
   * @returns {Promise<Map<string, number>>}
   */
  async distances(file) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const waiting = [{ file, steps: 0 }];
    // The nearest first, so that what is found is as near as it can be.
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (found.has(next.file)) continue;
      const { file: one, steps } = next;
      found.set(one, steps);
      for (const further of await this.#importsOf(one)) {
        if (!found.has(further.file))
          waiting.push({ file: further.file, steps: steps + further.steps });
      }
      waiting.sort((a, b) => a.steps - b.steps);
    }
    return found;
  }
}

/** Tests of everything that people are shown and told and that is stored: far from each source, and asked about all. */
const OF_EVERYTHING = /(^|\/)(what-[\w-]+|told)\.test\.ts$/;

/**
 * The test files to ask about a source: those that lead to it by the fewest imports, and those of everything.
 * @param {ReadonlyMap<string, ReadonlyMap<string, number>>} distances of each test file
 * @param {string} source
 * @param {number} most of the first kind
 * @returns {string[]}
 */
export function whoAsks(distances, source, most) {
  const leading = [...distances].flatMap(([test, to]) => {
    const distance = to.get(source);
    return distance === undefined ? [] : [{ test, distance }];
  });
  leading.sort((one, other) => one.distance - other.distance);
  return leading
    .filter(({ test }, place) => place < most || OF_EVERYTHING.test(test))
    .map(({ test }) => test);
}
