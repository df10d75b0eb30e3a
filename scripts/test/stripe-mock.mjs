import { existsSync } from "node:fs";
import path from "node:path";
import { step } from "../lib/log.mjs";
import { CACHE } from "../lib/paths.mjs";
import { findCommand, run } from "../lib/processes.mjs";

/** Stripe's own judge of requests (https://github.com/stripe/stripe-mock), which knows its API document. */
const MODULE = "github.com/stripe/stripe-mock";
const VERSION = "v0.203.0";
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
 * @returns {Promise<string | undefined>} why it cannot be had, undefined when it is there
 */
export async function stripeMockObstacle(log, { program = STRIPE_MOCK, searchPath } = {}) {
  if (existsSync(program)) return undefined;
  const go = findCommand("go", searchPath) ?? findCommand("go.exe", searchPath);
  if (!go) return "Go is not installed, so stripe-mock is not either";
  const { code, output, timedOut } = await step(log, `go install ${MODULE}@${VERSION}`, () =>
    run(go, ["install", `${MODULE}@${VERSION}`], {
      env: { ...process.env, GOBIN: DIRECTORY },
      timeoutMs: INSTALL_TIMEOUT_MS,
    }),
  );
  if (code === 0 && existsSync(program)) return undefined;
  const how = timedOut ? "took too long" : (output.trimEnd().split("\n").at(-1) ?? `code ${code}`);
  return `stripe-mock could not be installed (${how})`;
}
