import { readdirSync, readFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { CACHE, at } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";
import { countPlaywright, countVitest } from "./counts.mjs";
import { motoObstacle } from "./moto.mjs";
import { schemathesisObstacle } from "./schemathesis.mjs";
import { stripeMockObstacle } from "./stripe-mock.mjs";

const REPORTS = path.join(CACHE, "test-reports");
const MINUTE = 60_000;

/** @returns {string[]} the browser tests that look at pages (`expectGoodPage`), as Playwright is asked for them */
function pageTests() {
  const folder = at("tests", "e2e");
  return readdirSync(folder)
    .filter((name) => readFileSync(path.join(folder, name), "utf8").includes("expectGoodPage("))
    .map((name) => `e2e/${name}`);
}

/** @param {...string} parts a module's own command-line file */
const bin = (...parts) => at("node_modules", ...parts);

/**
 * @typedef {{ args: string[], env?: Partial<NodeJS.ProcessEnv> }} Command run with this Node
 * @typedef {object} Stage
 * @property {string} name
 * @property {number} timeoutMs for all its commands together; past it the stage has failed
 * @property {(reportFile: string) => Command[]} commands all are run, even after a failure
 * @property {(reportFile: string) => Promise<import("./counts.mjs").Counts>} [count] of a test runner's report; without it the stage is one check
 * @property {(log: import("../lib/log.mjs").Log) => Promise<string | undefined>} [obstacle] what this machine lacks to run it, which is said and is no failure; throws a UserError when it could not be made ready, which is one
 * @property {boolean} [needsBuild]
 * @property {boolean} [needsBrowser]
 * @property {boolean} [isReading] it only reads the files, on one core: it runs beside the others, and shows its output when it ends
 */

/**
 * @param {string} project
 * @param {number} timeoutMs
 * @param {string[]} [files] those whose path has one of these; else all of the project
 * @param {Partial<NodeJS.ProcessEnv>} [env]
 * @returns {Stage}
 */
const vitest = (project, timeoutMs, files = [], env = {}) => ({
  name: project,
  timeoutMs,
  commands: (reportFile) => [
    {
      args: [
        bin("vitest", "vitest.mjs"),
        // With 'unit-alone'.
        ...["run", "--project", `${project}*`, "--reporter=default", "--reporter=json"],
        `--outputFile.json=${reportFile}`,
        // A snapshot that is not there was never read by anybody: by itself Vitest would write it, and pass.
        "--update=none",
        ...files,
      ],
      // Vitest colours what goes into a file too.
      env: { ...env, ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) },
    },
  ],
  count: countVitest,
});

/**
 * @param {string} name
 * @param {number} timeoutMs
 * @param {string[]} [args] else every journey, with and without JavaScript
 * @param {Partial<NodeJS.ProcessEnv>} [env]
 * @returns {Stage}
 */
const playwright = (name, timeoutMs, args = [], env = {}) => ({
  name,
  timeoutMs,
  needsBuild: true,
  needsBrowser: true,
  commands: (reportFile) => [
    {
      args: [bin("playwright", "cli.js"), "test", "--reporter=list,json", ...args],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
    },
  ],
  count: countPlaywright,
});

const schemathesis = { needsBuild: true, obstacle: schemathesisObstacle };

/** @type {readonly Stage[]} of `npm test`, in the order in which they run: the quickest answer first, what waits most beside what only reads */
export const STAGES = [
  {
    name: "lint",
    timeoutMs: 12 * MINUTE,
    // The tests' client of the API has its types from there.
    needsBuild: true,
    isReading: true,
    commands: () => [
      { args: [bin("prettier", "bin", "prettier.cjs"), "--check", "."] },
      { args: [at("scripts", "lint", "types-and-rules.mjs")] },
    ],
  },
  vitest("unit", 4 * MINUTE),
  { ...vitest("stripe-mock", 4 * MINUTE), obstacle: stripeMockObstacle },
  { ...vitest("s3", 4 * MINUTE), obstacle: motoObstacle },
  { ...vitest("schemathesis", 4 * MINUTE), ...schemathesis },
  { ...vitest("integration", 18 * MINUTE), needsBuild: true },
  playwright("e2e", 27 * MINUTE),
];

/** @type {readonly Stage[]} of `npm run proof`: at length what `npm test` does in short, and the crawl, which is too long for it */
export const PROOF_STAGES = [
  {
    ...vitest(
      "integration",
      60 * MINUTE,
      ["tests/faults/many-kills.test.ts", "tests/faults/simulation"],
      {
        KILLS: "15",
        SIMULATION_STEPS: "10000",
      },
    ),
    name: "faults",
    needsBuild: true,
  },
  {
    ...vitest("schemathesis", 25 * MINUTE, [], { SCHEMATHESIS_SECONDS: "900" }),
    ...schemathesis,
  },
  { ...vitest("crawl", 20 * MINUTE), needsBuild: true },
  playwright("layout", 60 * MINUTE, ["--project=no-js", ...pageTests()], { LAYOUT_WIDTHS: "all" }),
];

/**
 * Runs one stage, its output on the terminal: as it comes, or of one that only reads at the end.
 * @param {Stage} stage
 * @returns {Promise<import("./counts.mjs").Counts>} with at least one failure when a command failed or no test ran
 */
export async function runStage(stage) {
  const reportFile = path.join(REPORTS, `${stage.name}.json`);
  await mkdir(REPORTS, { recursive: true });
  await rm(reportFile, { force: true });
  const deadline = Date.now() + stage.timeoutMs;
  let clean = true;
  let said = "";
  for (const { args, env } of stage.commands(reportFile)) {
    const { code, output, timedOut } = await run(process.execPath, args, {
      env: { ...process.env, ...env },
      output: stage.isReading ? "collect" : "inherit",
      timeoutMs: Math.max(1, deadline - Date.now()),
    });
    said += output;
    if (timedOut) said += `${stage.name}: stopped after ${stage.timeoutMs / 1000} s\n`;
    if (code !== 0) clean = false;
  }
  process.stdout.write(stage.isReading ? `\n━━ ${stage.name}\n${said}` : said);
  if (!stage.count) {
    return clean
      ? { passed: 1, failed: 0, failures: [] }
      : { passed: 0, failed: 1, failures: [stage.name] };
  }
  const { passed, failed, failures } = await stage.count(reportFile);
  const isBroken = failed === 0 && !(clean && passed > 0);
  return isBroken
    ? { passed, failed: 1, failures: [`${stage.name}: see its output`] }
    : { passed, failed, failures };
}
