/**
 * `npm test`: every check, each with its own output; the last line is "N passed, N failed".
 * `npm test -- unit e2e` runs only the stages named.
 */
import { runCommand } from "./lib/command.mjs";
import { ensureApiTypes } from "./lib/api-types.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuild, ensureDependencies } from "./lib/install.mjs";
import { UserError, consoleLog, report, seconds } from "./lib/log.mjs";
import { InterruptedError } from "./lib/processes.mjs";
import { STAGES, runStage } from "./test/stages.mjs";

const log = consoleLog();

/**
 * Does what the stages need first.
 * @param {boolean} browser
 * @param {boolean} build
 * @returns {Promise<number>} how many preparations failed
 */
async function prepare(browser, build) {
  let failed = 0;
  for (const task of [build && ensureBuild, build && ensureApiTypes, browser && ensureBrowser]) {
    if (!task) continue;
    try {
      await task(log);
    } catch (error) {
      if (error instanceof InterruptedError) throw error;
      report(log, error);
      failed += 1;
    }
  }
  return failed;
}

runCommand(log, async () => {
  const startedAt = Date.now();
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = STAGES.map((stage) => stage.name).join(", ");
    throw new UserError(`Étape inconnue / unknown stage: ${unknown.join(", ")} (${known})`);
  }
  const stages = STAGES.filter((stage) => names.length === 0 || names.includes(stage.name));

  await ensureDependencies(log);
  const total = { passed: 0, failed: 0 };
  total.failed += await prepare(
    stages.some((stage) => stage.needsBrowser),
    stages.some((stage) => stage.needsBuild),
  );
  /** @type {Map<string, string>} */
  const lines = new Map();
  /** @type {string[]} */
  const allFailures = [];
  /** @param {import("./test/stages.mjs").Stage} stage */
  const runAndCount = async (stage) => {
    if (!stage.isReading) log.info(`\n━━ ${stage.name}`);
    const stageStartedAt = Date.now();
    const obstacle = await stage.obstacle?.(log);
    if (obstacle) {
      log.warn(`${stage.name} not run: ${obstacle}`);
      lines.set(stage.name, `not run: ${obstacle}`);
      return;
    }
    const { passed, failed, failures } = await runStage(stage);
    total.passed += passed;
    total.failed += failed;
    allFailures.push(...failures);
    const time = seconds(Date.now() - stageStartedAt);
    lines.set(stage.name, `${passed} passed, ${failed} failed (${time})`);
  };
  const runInOrder = async (/** @type {typeof stages} */ some) => {
    for (const stage of some) await runAndCount(stage);
  };
  await Promise.all([
    runInOrder(stages.filter(({ isReading }) => isReading)),
    runInOrder(stages.filter(({ isReading }) => !isReading)),
  ]);
  const table = stages.map(({ name }) => `${name.padEnd(12)} ${lines.get(name)}`).join("\n");
  // Once more where they are looked for: a stage's own output may be half an hour further up.
  if (allFailures.length > 0) log.info(`\n━━ failures\n${allFailures.join("\n")}`);
  log.info(`\n━━ ${seconds(Date.now() - startedAt)}\n${table}\n`);
  log.info(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
