import { UserError, seconds } from "../lib/log.mjs";
import { runStage } from "./stages.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */

/**
 * @typedef {object} Summary
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures what failed and how, in the order in which the stages ended
 * @property {string} table one line a stage, in their order: its counts, or why it was not run
 */

/**
 * Runs `stages`: those that only read beside the others, each group in order. What this machine lacks for one is
 * said twice, when its turn comes and in the table, and is no failure; a program that could not be installed though all
 * that it takes is there, is one.
 * @param {readonly Stage[]} stages
 * @param {import("../lib/log.mjs").Log} log
 * @returns {Promise<Summary>}
 */
export async function runStages(stages, log) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failures = [];

  /** @param {Stage} stage */
  const runAndCount = async (stage) => {
    if (!stage.isReading) log.info(`\n━━ ${stage.name}`);
    const startedAt = Date.now();
    try {
      const obstacle = await stage.obstacle?.(log);
      if (obstacle) {
        log.warn(`${stage.name} not run: ${obstacle}`);
        lines.set(stage.name, `not run: ${obstacle}`);
        return;
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      log.error(`${stage.name}: ${error.message}`);
      total.failed += 1;
      failures.push(`${stage.name}: ${error.message}`);
      lines.set(stage.name, `0 passed, 1 failed: ${error.message}`);
      return;
    }
    const counts = await runStage(stage);
    total.passed += counts.passed;
    total.failed += counts.failed;
    failures.push(...counts.failures);
    const time = seconds(Date.now() - startedAt);
    lines.set(stage.name, `${counts.passed} passed, ${counts.failed} failed (${time})`);
  };
  const runInOrder = async (/** @type {readonly Stage[]} */ some) => {
    for (const stage of some) await runAndCount(stage);
  };
  await Promise.all([
    runInOrder(stages.filter(({ isReading }) => isReading)),
    runInOrder(stages.filter(({ isReading }) => !isReading)),
  ]);
  const rows = stages.map(({ name }) => `${name.padEnd(12)} ${lines.get(name)}`);
  // Or "0 failed" alone would read like a success.
  if (total.passed + total.failed === 0) rows.push("Aucune étape n'a tourné. / No stage was run.");
  return { ...total, failures, table: rows.join("\n") };
}
