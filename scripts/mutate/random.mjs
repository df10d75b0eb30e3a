/**
 * `npm run mutate:random -- --seed 7 --count 40`: single faults, planted at random in what decides and remembers, one at
 * a time, in a copy of the project. Each is asked of types and lint, of the unit files and then the integration files that
 * lead to it by the fewest imports, until one refuses it. What does not compile is drawn again: nobody commits it.
 * `--whole` asks of what they do not notice the types of all files and every other test file that leads to it, minutes each.
 * `--from 12` goes on where a run was ended, `--leave 3,12` plants those two of the same draw and says where: what nothing noticed can be asked of browsers there.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../lib/command.mjs";
import { UserError, consoleLog, seconds } from "../lib/log.mjs";
import { CACHE, at } from "../lib/paths.mjs";
import { inDrawnOrder, linesOf } from "./draw.mjs";
import { Judge } from "./judge.mjs";
import { planted, singleFaults } from "./single-faults.mjs";
import { Imports, whoAsks } from "./who-asks.mjs";
import { Workshop, filesOfProject } from "./workshop.mjs";

const ROOMS = [
  ...["app/bookings", "app/payments", "app/accounts", "app/platform", "app/rules", "models"],
];
/** How many files of each kind are asked about one fault; and how long they may take before that is a failure. */
const MOST = { unit: 12, integration: 10 };
const EVERY = { unit: Infinity, integration: Infinity };
const PATIENCE_MS = 6 * 60_000;
const LONGEST_PATIENCE_MS = 40 * 60_000;
const NOTHING = "**nothing**";
const log = consoleLog();

const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file);

/**
 * @typedef {import("./single-faults.mjs").Fault} Fault
 * @typedef {{ number: number, file: string, line: number, fault: Fault, before: string, text: string, isLint: boolean }} Drawn with the whole of its file before and after
 */

/**
 * The first faults that compile, one a line.
 * @param {readonly string[]} files of the project
 * @param {number} seed
 * @param {number} count
 * @param {number} [from] the first that is told of
 * @returns {AsyncGenerator<Drawn>}
 */
async function* draw(files, seed, count, from = 1) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  const isSource = (/** @type {string} */ file) =>
    ROOMS.some((room) => file.startsWith(`${room}/`)) && /\.tsx?$/.test(file) && !isTest(file);
  for (const file of files.filter(isSource)) texts.set(file, await readFile(at(file), "utf8"));
  const lines = [...texts].flatMap(([file, text]) => linesOf(file, text, singleFaults(file, text)));
  const judge = new Judge();
  let number = 0;
  for (const { file, line, faults } of inDrawnOrder(lines, seed)) {
    const before = texts.get(file) ?? "";
    for (const fault of faults) {
      const text = planted(before, fault);
      const refusedBy = await judge.refuses(file, text);
      if (refusedBy === "types") continue;
      number += 1;
      if (number >= from)
        yield { number, file, line, fault, before, text, isLint: refusedBy === "lint" };
      break;
    }
    if (number === count) return;
  }
}

/** What starts the built product: a build with each fault would take as long as all else. */
const NEEDS_BUILD = "tests/support/stack.ts";

/**
 * The distances to all sources from each test file that needs no build.
 * @param {readonly string[]} files
 */
async function distancesOfTests(files) {
  const imports = new Imports(files);
  /** @type {{ unit: Map<string, Map<string, number>>, integration: Map<string, Map<string, number>> }} */
  const found = { unit: new Map(), integration: new Map() };
  for (const test of files.filter(isTest)) {
    const project = /^tests\/integration\//.test(test) ? "integration" : "unit";
    if (project === "unit" && test.startsWith("tests/")) continue;
    const distances = await imports.distances(test);
    if (!distances.has(NEEDS_BUILD)) found[project].set(test, distances);
  }
  return found;
}

/**
 * @param {Workshop} workshop
 * @param {Drawn} drawn
 * @param {Awaited<ReturnType<typeof distancesOfTests>>} tests those that fail without a fault are taken out of it
 * @param {Readonly<Record<"unit" | "integration", number>>} most files of each kind
 * @returns {Promise<string | null>} the test that fails with the fault, and not without it
 */
async function ask(workshop, drawn, tests, most) {
  const patienceMs = most === EVERY ? LONGEST_PATIENCE_MS : PATIENCE_MS;
  for (const project of /** @type {const} */ (["unit", "integration"])) {
    const asked = () => whoAsks(tests[project], drawn.file, most[project]);
    for (let files = asked(); files.length > 0; files = asked()) {
      await workshop.write(drawn.file, drawn.text);
      const failed = await workshop.firstFailure(project, files, patienceMs);
      await workshop.write(drawn.file, drawn.before);
      if (!failed) break;
      if (!(await workshop.firstFailure(project, [failed.file], patienceMs))) return failed.test;
      log.warn(`${failed.file} fails without a fault, and is not asked any more`);
      tests[project].delete(failed.file);
    }
  }
  return null;
}

/**
 * What the few did not notice, asked of everything that `npm test` asks without a browser or a build.
 * @param {Workshop} workshop
 * @param {Drawn} drawn
 * @param {Awaited<ReturnType<typeof distancesOfTests>>} tests
 * @returns {Promise<string | null>}
 */
async function askEverybody(workshop, drawn, tests) {
  await workshop.write(drawn.file, drawn.text);
  const isRefused = await workshop.typesFail();
  await workshop.write(drawn.file, drawn.before);
  if (isRefused && !(await workshop.typesFail())) return "types of another file";
  return await ask(workshop, drawn, tests, EVERY);
}

/** @param {Drawn} drawn */
const shortly = ({ before, fault: { start, end, text } }) => {
  const cut = (/** @type {string} */ words) =>
    words.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 90);
  return `\`${cut(before.slice(start, end))}\` → \`${cut(text)}\``;
};

/**
 * Plants some of the drawn faults together, and says where.
 * @param {Workshop} workshop
 * @param {AsyncIterable<Drawn>} faults
 * @param {readonly number[]} numbers
 */
async function plant(workshop, faults, numbers) {
  for await (const { number, file, line, text } of faults) {
    if (!numbers.includes(number)) continue;
    await workshop.write(file, text);
    log.info(`${workshop.root}/${file}:${line}`);
  }
}

/**
 * Asks about each fault, a line of a table each.
 * @param {Workshop} workshop
 * @param {AsyncIterable<Drawn>} faults
 * @param {readonly string[]} files of the project
 * @param {boolean} isWhole
 * @returns {Promise<string[]>}
 */
async function table(workshop, faults, files, isWhole) {
  const tests = await distancesOfTests(files);
  const rows = ["| | where | fault | | noticed by |", "|-|-|-|-|-|"];
  for await (const drawn of faults) {
    const { number, file, line, fault } = drawn;
    const near = drawn.isLint ? "lint" : await ask(workshop, drawn, tests, MOST);
    const by = near ?? (isWhole ? await askEverybody(workshop, drawn, tests) : null);
    const cells = [number, `${file}:${line}`, fault.kind, shortly(drawn), by ?? NOTHING];
    const row = `| ${cells.join(" | ")} |`;
    log.info(row);
    rows.push(row);
  }
  return rows;
}

runCommand(log, async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      count: { type: "string", default: "40" },
      from: { type: "string", default: "1" },
      leave: { type: "string" },
      whole: { type: "boolean", default: false },
    },
  });
  const [seed = NaN, count = NaN, from = NaN] = [values.seed, values.count, values.from].map(
    Number,
  );
  if (![seed, count, from].every(Number.isInteger)) {
    throw new UserError(
      "npm run mutate:random -- --seed 7 [--count 40] [--from 1] [--leave 3,12] [--whole]",
    );
  }
  const startedAt = Date.now();
  const files = await filesOfProject();
  const workshop = await Workshop.open(files);
  if (values.leave) {
    const numbers = values.leave.split(",").map(Number);
    await plant(workshop, draw(files, seed, Math.max(...numbers)), numbers);
    return;
  }
  try {
    const rows = await table(workshop, draw(files, seed, count, from), files, values.whole);
    const report = path.join(CACHE, "mutate", `${seed}.md`);
    await mkdir(path.dirname(report), { recursive: true });
    await writeFile(report, `${rows.join("\n")}\n`);
    const unnoticed = rows.filter((row) => row.includes(NOTHING)).length;
    const asked = rows.length - 2;
    log.info(
      `${asked - unnoticed} of ${asked} noticed, ${seconds(Date.now() - startedAt)}: ${report}`,
    );
  } finally {
    await workshop.close();
  }
});
