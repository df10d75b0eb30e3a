import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** @typedef {{ passed: number, failed: number }} Counts a skipped test is one that did not pass */

/**
 * @typedef {{ status: string, assertionResults: unknown[] }} VitestFile
 * @typedef {{ numTotalTests: number, numPassedTests: number, testResults: VitestFile[] }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport
 */

/**
 * @template T
 * @param {string} file
 * @returns {Promise<T | undefined>} undefined when the runner died before writing it
 */
async function readReport(file) {
  return existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : undefined;
}

/**
 * Counts of a Vitest JSON report. A file that could not be loaded has no tests: it is one failure.
 * @param {string} reportFile
 * @returns {Promise<Counts>}
 */
export async function countVitest(reportFile) {
  /** @type {VitestReport | undefined} */
  const report = await readReport(reportFile);
  if (!report) return { passed: 0, failed: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numTotalTests - report.numPassedTests + broken,
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
  if (!report) return { passed: 0, failed: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + skipped };
}
