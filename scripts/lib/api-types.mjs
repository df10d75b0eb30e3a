import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { BUILD_STAMP, installAlone } from "./install.mjs";
import { UserError } from "./log.mjs";
import { at, program } from "./paths.mjs";
import { run } from "./processes.mjs";
import { isStamped, stamp } from "./stamps.mjs";

/** The API's types, as a program of somebody else's would make them; the tests' client is checked with them. */
const TYPES = at("build", "api-types.d.ts");
const TYPES_STAMP = at("build", ".api-types-stamp");
const TIMEOUT_MS = 60_000;

/**
 * Makes them of the document that the build prints.
 * @throws {UserError} when it cannot print it
 */
export async function makeApiTypes() {
  // Not there before the dependencies are.
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  const { code, output, timedOut } = await run(process.execPath, [program("openapi")], {
    env: { ...process.env, NODE_ENV: "production", APP_MODE: "test", LOG_LEVEL: "silent" },
    timeoutMs: TIMEOUT_MS,
  });
  if (timedOut) throw new UserError(`openapi : pas fini après ${TIMEOUT_MS / 1000} s`);
  if (code !== 0) throw new UserError(`openapi : ${output}`);
  await writeFile(TYPES, astToString(await openapiTypescript(output)));
}

/**
 * Makes them when the build is another one than theirs.
 * @param {import("./log.mjs").Log} log
 */
export async function ensureApiTypes(log) {
  const build = existsSync(BUILD_STAMP) ? await readFile(BUILD_STAMP, "utf8") : "";
  if (build !== "" && existsSync(TYPES) && (await isStamped(TYPES_STAMP, build))) return;
  await installAlone(log, async () => {
    await makeApiTypes();
    await stamp(TYPES_STAMP, build);
  });
}
