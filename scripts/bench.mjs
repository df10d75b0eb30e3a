/**
 * `npm run bench`: how fast the product is, each figure beside its bar (docs/benchmarks.md).
 * `npm run bench -- S1 S4` measures only those. Speeds are ratios to a floor measured in the same run.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { openingCalendar } from "./bench/calendar.mjs";
import { dated } from "./bench/dated.mjs";
import { expiry } from "./bench/expiry.mjs";
import { table } from "./bench/figures.mjs";
import { slowPhone } from "./bench/phone.mjs";
import { lists } from "./bench/lists.mjs";
import { loadProduct } from "./bench/product.mjs";
import { racingReserve } from "./bench/reserve.mjs";
import { oneRequest } from "./bench/one-request.mjs";
import { search } from "./bench/search.mjs";
import { soak } from "./bench/soak.mjs";
import { startStop } from "./bench/start-stop.mjs";
import {
  membersPages,
  renderedListing,
  warmListing,
  warmListingWhileBooking,
} from "./bench/web.mjs";
import { at } from "./lib/paths.mjs";
import { runCommand } from "./lib/command.mjs";
import { ensureBuild, ensureDependencies } from "./lib/install.mjs";
import { UserError, consoleLog, quietLog, report, seconds } from "./lib/log.mjs";
import { startStack, testEnvironment } from "./stack.mjs";

const SCENARIOS = [
  ...[
    warmListing,
    warmListingWhileBooking,
    renderedListing,
    membersPages,
    search,
    dated,
    racingReserve,
    slowPhone,
    openingCalendar,
    soak,
    startStop,
    expiry,
  ],
  oneRequest,
  lists,
];

const log = consoleLog();

/**
 * @template T
 * @param {() => Promise<T>} make
 * @returns {{ get: () => Promise<T>, made: () => Promise<T> | undefined }} makes it when first asked for
 */
function once(make) {
  /** @type {Promise<T> | undefined} */
  let promise;
  return { get: () => (promise ??= make()), made: () => promise };
}

/**
 * The same figures for programs.
 * @param {readonly { id: string, figures: readonly import("./bench/figures.mjs").Figure[] }[]} results
 * @returns {Promise<string>} the file
 */
async function writeResults(results) {
  const file = at(".cache", "bench.json");
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, node: process.version };
  await mkdir(at(".cache"), { recursive: true });
  await writeFile(file, JSON.stringify({ at: new Date(), machine, results }, null, 2));
  return file;
}

runCommand(log, async (stopped) => {
  const wanted = process.argv.slice(2).map((name) => name.toUpperCase());
  const unknown = wanted.filter((id) => !SCENARIOS.some((scenario) => scenario.id === id));
  if (unknown.length > 0) {
    const known = SCENARIOS.map((scenario) => scenario.id).join(", ");
    throw new UserError(`Mesure inconnue / unknown figure: ${unknown.join(", ")} (${known})`);
  }
  await ensureDependencies(log);
  await ensureBuild(log);
  const dataDir = await mkdtemp(path.join(tmpdir(), "place-des-salles-bench-"));
  const stack = once(() => startStack({ mode: "test", dataDir, log: quietLog(), seed: true }));
  const product = once(async () => {
    const { env, database } = await stack.get();
    return await loadProduct({
      ...testEnvironment(),
      ...env,
      MONGODB_URI: database.uriOf("bench"),
      LOG_LEVEL: "error",
    });
  });
  const bench = { stack: stack.get, product: product.get, dataDir, say: log.begin };

  /** @type {{ id: string, figures: import("./bench/figures.mjs").Figure[] }[]} */
  const results = [];
  let failed = 0;
  const measure = async () => {
    for (const scenario of SCENARIOS) {
      if (wanted.length > 0 && !wanted.includes(scenario.id)) continue;
      log.begin(`${scenario.id} ${scenario.title}`);
      const startedAt = Date.now();
      try {
        results.push({ id: scenario.id, figures: await scenario.run(bench) });
      } catch (error) {
        report(log, error);
        failed += 1;
      }
      log.done(scenario.id, startedAt);
    }
  };
  const startedAt = Date.now();
  try {
    await Promise.race([measure(), stopped]);
  } finally {
    await (await product.made())?.close();
    await (await stack.made())?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  log.info(`\n${table(results)}\n`);
  log.info(`Mesuré en ${seconds(Date.now() - startedAt)} : ${await writeResults(results)}`);
  return failed === 0 ? 0 : 1;
});
