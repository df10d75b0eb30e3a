import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root directory (absolute). */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** Downloads, private environments and reports: everything here can be deleted at any time. */
export const CACHE = path.join(ROOT, ".cache");

/** Joins `parts` to the project's root. @param {...string} parts */
export const at = (...parts) => path.join(ROOT, ...parts);

/** The built program `name` (absolute path). @param {string} name */
export const program = (name) => at("build", "server", `${name}.js`);

/**
 * Where the database, the sandbox's state and the image cache live: DATA_DIR, or `.data`.
 * @param {NodeJS.ProcessEnv} env
 */
export const dataDirectory = (env) => path.resolve(ROOT, env.DATA_DIR || ".data");
