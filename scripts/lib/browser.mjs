import { existsSync } from "node:fs";
import { UserError, step } from "./log.mjs";
import { at } from "./paths.mjs";
import { findCommand, run } from "./processes.mjs";

// The shell first: Chromium without a window's own interface, which opens a page in a third of the time.
const SHELL = "chromium-headless-shell";
const COMMANDS = [SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
// Without a network it waits for each server's name.
const APT_UPDATE_MS = 60_000;
/** The tests do not wait longer for a browser. */
const INSTALL_MS = 10 * 60_000;
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium or Chrome of this machine.
 * @returns {string | undefined} undefined: the one that Playwright downloads, if it has
 */
export function findBrowser() {
  for (const name of COMMANDS) {
    const found = findCommand(name);
    if (found) return found;
  }
  return MAC_APPLICATIONS.find((application) => existsSync(application));
}

/** Whether Playwright has a browser of its own. */
async function hasPlaywrightBrowser() {
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath());
}

/**
 * Sees to it that there is a browser to test with: the headless shell, which Debian's package brings when
 * this is root, else one that the machine has, else the one that Playwright downloads.
 * @param {import("./log.mjs").Log} log
 * @throws {UserError} in French and English, saying what was tried
 */
export async function ensureBrowser(log) {
  if (findCommand(SHELL) || (await hasPlaywrightBrowser())) return;
  const tried = [];
  if (process.getuid?.() === 0 && findCommand("apt-get"))
    tried.push(await installByApt(log, SHELL));
  if (findBrowser()) return;
  // Older releases have no package of the shell.
  if (tried.length > 0) tried.push(await installByApt(log, "chromium"));
  if (findBrowser()) return;
  const result = await step(log, "playwright install chromium", () =>
    run(process.execPath, [at("node_modules", "playwright", "cli.js"), "install", "chromium"], {
      timeoutMs: INSTALL_MS,
    }),
  );
  if (await hasPlaywrightBrowser()) return;
  tried.push(`playwright install : ${lastLine(result)}`);
  throw new UserError(
    [
      "Aucun navigateur pour les tests : installez Chromium ou Chrome. / No browser for the tests: install Chromium or Chrome.",
      ...tried.map((line) => `    - ${line}`),
    ].join("\n"),
  );
}

/**
 * @param {import("./log.mjs").Log} log
 * @param {string} name a package's
 * @returns {Promise<string>} what came of it, in a line
 */
async function installByApt(log, name) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const result = await step(log, `apt-get install ${name}`, async () => {
    const update = await run("apt-get", ["update"], { env, timeoutMs: APT_UPDATE_MS });
    if (update.code !== 0) return update;
    const args = ["install", "-y", "--no-install-recommends", name];
    return run("apt-get", args, { env, timeoutMs: INSTALL_MS });
  });
  return `apt-get install ${name} : ${lastLine(result)}`;
}

/** @param {{ output: string, timedOut: boolean }} result of a command */
const lastLine = ({ output, timedOut }) =>
  timedOut ? "trop long / took too long" : output.trimEnd().split("\n").at(-1);
