import { existsSync } from "node:fs";
import { UserError, step } from "./log.mjs";
import { at } from "./paths.mjs";
import { findCommand, run } from "./processes.mjs";

const COMMANDS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
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
 * Sees to it that there is a browser to test with: one of the machine, else Debian's package when this
 * is root, else the one that Playwright downloads.
 * @param {import("./log.mjs").Log} log
 * @throws {UserError} in French and English, saying what was tried
 */
export async function ensureBrowser(log) {
  if (findBrowser() || (await hasPlaywrightBrowser())) return;
  log.begin("Installation d'un navigateur pour les tests");
  const tried = [];
  if (process.getuid?.() === 0 && findCommand("apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const result = await step(log, "apt-get install chromium", async () => {
      await run("apt-get", ["update"], { env });
      return run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env });
    });
    if (findBrowser()) return;
    tried.push(`apt-get : ${result.output.trimEnd().split("\n").at(-1)}`);
  }
  const result = await step(log, "playwright install chromium", () =>
    run(process.execPath, [at("node_modules", "playwright", "cli.js"), "install", "chromium"]),
  );
  if (await hasPlaywrightBrowser()) return;
  tried.push(`playwright install : ${result.output.trimEnd().split("\n").at(-1)}`);
  throw new UserError(
    [
      "Aucun navigateur pour les tests : installez Chromium ou Chrome. / No browser for the tests: install Chromium or Chrome.",
      ...tried.map((line) => `    - ${line}`),
    ].join("\n"),
  );
}
