import { existsSync } from "node:fs";
import path from "node:path";
import { UserError, step } from "../lib/log.mjs";
import { CACHE } from "../lib/paths.mjs";
import { findCommand, run } from "../lib/processes.mjs";

/** Stripe's own judge of requests (https://github.com/stripe/stripe-mock), which knows its API document. */
const MODULE = "github.com/stripe/stripe-mock";
const VERSION = "v0.203.0";
/** Of Go 1; an older one does not understand what the module asks for. */
const OLDEST_GO = 22;
const INSTALL_TIMEOUT_MS = 5 * 60_000;

const DIRECTORY = path.join(CACHE, "stripe-mock", VERSION);

/** Where the program is, once it is installed. */
export const STRIPE_MOCK = path.join(
  DIRECTORY,
  process.platform === "win32" ? "stripe-mock.exe" : "stripe-mock",
);

/**
 * Installs stripe-mock where Go is there to do it.
 * @param {import("../lib/log.mjs").Log} log
 * @param {{ program?: string, searchPath?: string }} [machine] where stripe-mock would lie and where Go is looked for, if not on this one
 * @returns {Promise<string | undefined>} that Go is not there, undefined when stripe-mock is
 * @throws {UserError} when it could not be installed
 */
export async function stripeMockObstacle(log, { program = STRIPE_MOCK, searchPath } = {}) {
  if (existsSync(program)) return undefined;
  const go = findCommand("go", searchPath) ?? findCommand("go.exe", searchPath);
  if (!go || !(await isRecent(go))) {
    return `Go 1.${OLDEST_GO}+ is not installed, so stripe-mock is not either`;
  }
  await step(log, `go install ${MODULE}@${VERSION}`, async () => {
    const { code, output, timedOut } = await run(go, ["install", `${MODULE}@${VERSION}`], {
      env: { ...process.env, GOBIN: DIRECTORY },
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
    if (code === 0 && existsSync(program)) return;
    const how = timedOut
      ? "took too long"
      : (output.trimEnd().split("\n").at(-1) ?? `code ${code}`);
    throw new UserError(`stripe-mock could not be installed (${how})`);
  });
  return undefined;
}

/** @param {string} go */
async function isRecent(go) {
  const { output } = await run(go, ["env", "GOVERSION"], { timeoutMs: 10_000 });
  return Number(/^go1\.(\d+)/.exec(output)?.[1]) >= OLDEST_GO;
}
