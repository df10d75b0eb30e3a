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
import { STAGES } from "./test/stages.mjs";
import { runStages } from "./test/summary.mjs";

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
  const unprepared = await prepare(
    stages.some((stage) => stage.needsBrowser),
    stages.some((stage) => stage.needsBuild),
  );
  const { passed, failures, table, ...summary } = await runStages(stages, log);
  const failed = summary.failed + unprepared;
  // Once more where they are looked for: a stage's own output may be half an hour further up.
  if (failures.length > 0) log.info(`\n━━ failures\n${failures.join("\n")}`);
  log.info(`\n━━ ${seconds(Date.now() - startedAt)}\n${table}\n`);
  log.info(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
