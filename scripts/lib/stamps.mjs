import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** Files that no build reads. @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * Every file under `target` (a file or a directory), sorted, tests left out; none when it is absent.
 * @param {string} target absolute path
 * @returns {Promise<string[]>}
 */
async function filesUnder(target) {
  if (!existsSync(target)) return [];
  if (!(await stat(target)).isDirectory()) return [target];
  const entries = await readdir(target, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !isTest(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * One hash over the names and contents of everything in `targets`, so that a checkout or a copy with
 * other modification times is still the same.
 * @param {string} root names are taken relative to it
 * @param {readonly string[]} targets files and directories, relative to `root`
 * @param {readonly string[]} [extra] further facts that count (versions, …)
 * @returns {Promise<string>} sha-256, hexadecimal
 */
export async function fingerprint(root, targets, extra = []) {
  const hash = createHash("sha256");
  for (const fact of extra) hash.update(`${fact}\0`);
  for (const target of targets) {
    for (const file of await filesUnder(path.join(root, target))) {
      const content = await readFile(file);
      hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * Whether `file` holds exactly `value`.
 * @param {string} file
 * @param {string} value
 */
export async function isStamped(file, value) {
  if (!existsSync(file)) return false;
  return (await readFile(file, "utf8")) === value;
}

/**
 * @param {string} file
 * @param {string} value
 */
export async function stamp(file, value) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, value);
}
