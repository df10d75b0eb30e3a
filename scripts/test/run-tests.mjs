import { runCommand } from "../lib/command.mjs";
import { ensureApiTypes } from "../lib/api-types.mjs";
import { ensureBrowser } from "../lib/browser.mjs";
import { ensureBuild, ensureDependencies } from "../lib/install.mjs";
import { UserError, consoleLog, report, seconds } from "../lib/log.mjs";
import { InterruptedError, limitCommands } from "../lib/processes.mjs";
import { runStages } from "./summary.mjs";

/** @typedef {import("./stages.mjs").Stage} Stage */

const log = consoleLog();
/** No one is there to end what hangs before the first stage, which has a time of its own. */
const PREPARE_MS = 10 * 60_000;

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

/**
 * The command whose arguments name some of `all`, or none of them for all: installs and builds what they need, runs
 * them, and ends with a line "N passed, N failed" and with code 1 where one failed.
 * @param {readonly Stage[]} all
 */
export const runTests = (all) =>
  runCommand(log, async () => {
    const startedAt = Date.now();
    const names = process.argv.slice(2);
    const unknown = names.filter((name) => !all.some((stage) => stage.name === name));
    if (unknown.length > 0) {
      const known = all.map((stage) => stage.name).join(", ");
      throw new UserError(`Étape inconnue / unknown stage: ${unknown.join(", ")} (${known})`);
    }
    const stages = all.filter((stage) => names.length === 0 || names.includes(stage.name));

    limitCommands(PREPARE_MS);
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
