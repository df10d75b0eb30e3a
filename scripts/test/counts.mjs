import { readFile } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * A skipped test is one that did not pass.
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts with what failed: its file, its name, its message
 */

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message?: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ numTotalTests: number, numPassedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ status: string, projectName: string, results: { error?: PlaywrightError }[] }} PlaywrightRun
 * @typedef {{ title: string, file: string, line: number, tests: PlaywrightRun[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 */

/** Of a message, what a page of failures has room for. */
const MESSAGE_LINES = 6;

/**
 * @param {string} name
 * @param {string | undefined} message
 */
const failure = (name, message) => {
  const lines = stripVTControlCharacters(message ?? "").split("\n");
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join("\n").trimEnd();
};

/**
 * @template T
 * @param {string} file
 * @returns {Promise<T | undefined>} undefined when the runner died before writing it, or while it did
 */
async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Counts of a Vitest JSON report. A file that could not be loaded has no tests: it is one failure.
 * @param {string} reportFile
 * @returns {Promise<Counts>}
 */
export async function countVitest(reportFile) {
  /** @type {VitestReport | undefined} */
  const report = await readReport(reportFile);
  if (!report) return { passed: 0, failed: 0, failures: [] };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed")
      .map((test) =>
        failure(
          `${path.basename(name)}: ${test.fullName}`,
          test.failureMessages?.[0] ?? test.status,
        ),
      ),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + broken.length,
    failures: [
      ...broken.map(({ name, message }) => failure(path.basename(name), message)),
      ...failures,
    ],
  };
}

/**
 * Counts of a Playwright JSON report. A test that passed only at a second try has failed.
 * @param {string} reportFile
 * @returns {Promise<Counts>}
 */
export async function countPlaywright(reportFile) {
  /** @type {PlaywrightReport | undefined} */
  const report = await readReport(reportFile);
  if (!report) return { passed: 0, failed: 0, failures: [] };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + skipped,
    failures: report.suites.flatMap(playwrightFailures),
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function playwrightFailures({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== "expected")
      .map(({ status, projectName, results }) =>
        failure(`[${projectName}] ${file}:${line} ${title}`, results[0]?.error?.message ?? status),
      ),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}
