import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { startDatabase } from "../database.mjs";
import { quietLog, seconds } from "../lib/log.mjs";
import { testEnvironment } from "../stack.mjs";
import { number } from "./figures.mjs";
import { quantile } from "./load.mjs";
import { median } from "./rounds.mjs";

/** @typedef {import("./searcher.mjs").Ready} Ready */
/** @typedef {import("./searcher.mjs").Timed} Timed */
/** @typedef {Awaited<ReturnType<typeof startSearcher>>} Searcher */
/** @typedef {import("./figures.mjs").Figure} Figure */

const SEARCHER = new URL("searcher.mjs", import.meta.url);
const STOP_WITH_PARENT = new URL("../lib/stop-with-parent.mjs", import.meta.url).href;
/** Venues, and half days of theirs that are taken: three venues in ten on one Saturday. */
const FEW = { venues: 1_000, taken: 10_000 };
const MANY = { venues: 100_000, taken: 1_000_000 };
const ROUNDS = 5;
const TURNS = 5;
const SEARCHES_A_TURN = 20;

/**
 * Each finds a whole page among few already, or nothing among many: otherwise pages of different
 * lengths would be compared, not searches.
 * @param {import("./searcher.mjs").Ready} ready
 */
const queries = ({ day, saturday }) => [
  "",
  "page=20",
  "city=saint",
  "minPrice=200&maxPrice=600",
  "capacity=>51",
  "type=Jardins",
  "equipment=Bar&equipment=Parking",
  `start=${day}&end=${day}`,
  `start=${saturday}&end=${saturday}`,
  "sort=price-asc",
  "sort=price-desc",
  "sort=rating",
  "city=lyon&type=Jardins&type=Villas",
  "city=lyon&maxPrice=500",
  "city=lyon&capacity=>51&equipment=Bar",
  "type=Villas&type=Manoirs&capacity=<100",
  "maxPrice=300&sort=price-asc&equipment=Chaises",
  `city=paris&start=${day}&end=${day}&sort=price-asc`,
  `city=lyon&minPrice=100&maxPrice=2000&capacity=>51&equipment=Tables&start=${day}`,
  `city=lyon&minPrice=100&type=Bureaux&type=Villas&type=Manoirs&equipment=Bar&start=${day}`,
  "minPrice=9000",
];

/**
 * A process that searches among `count` venues.
 * @param {import("../database.mjs").Database} database
 * @param {number} count
 * @param {number} taken how many of their half days are taken
 */
export async function startSearcher(database, count, taken) {
  const child = fork(SEARCHER, [String(count), String(taken)], {
    env: {
      ...testEnvironment(),
      APP_MODE: "test",
      LOG_LEVEL: "error",
      MONGODB_URI: database.uriOf(`bench-${count}`) + "&monitorCommands=true",
    },
    execArgv: ["--expose-gc", "--import", STOP_WITH_PARENT],
  });
  const death = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The search among ${count} venues stopped (${signal ?? `code ${code}`})`);
  });
  // Told when it is waited for, or else with whoever stops the child.
  death.catch(() => {});
  const answer = async () => (await Promise.race([once(child, "message"), death]))[0];
  return {
    ready: /** @type {Ready} */ (await answer()),
    /** @param {string[]} queries @returns {Promise<Timed>} */
    time: async (queries) => {
      child.send({ queries });
      return await answer();
    },
    stop: () => child.kill(),
  };
}

const often = (/** @type {string} */ query) => Array(SEARCHES_A_TURN).fill(query);

/**
 * One round of the same search by both, a few at a time in turn, so that what else the machine does
 * falls on both alike.
 * @param {Searcher} few
 * @param {Searcher} many
 * @param {string} query
 * @returns {Promise<{ few: number[], many: number[] }>} ms of each search, ascending
 */
async function inTurn(few, many, query) {
  /** @type {{ few: number[], many: number[] }} */
  const times = { few: [], many: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    times.few.push(...(await few.time(often(query))).times);
    times.many.push(...(await many.time(often(query))).times);
  }
  times.few.sort((a, b) => a - b);
  times.many.sort((a, b) => a - b);
  return times;
}

/** @type {import("./figures.mjs").Scenario} */
export const search = {
  id: "S3",
  title: `la recherche parmi ${number(MANY.venues)} lieux et parmi ${number(FEW.venues)}`,
  async run({ dataDir, say }) {
    const database = await startDatabase({
      dataDir: path.join(dataDir, "search"),
      log: quietLog(),
      env: testEnvironment(),
    });
    /** @type {Searcher[]} */
    const searchers = [];
    try {
      const start = async (/** @type {typeof FEW} */ { venues: count, taken }) => {
        const startedAt = Date.now();
        const searcher = await startSearcher(database, count, taken);
        searchers.push(searcher);
        const { venues, loadMs, megabytes } = searcher.ready;
        say(
          `S3 : ${number(venues)} lieux en ${seconds(Date.now() - startedAt)}, dont l'index ` +
            `${number(loadMs)} ms (${number(megabytes, 1)} Mo)`,
        );
        return searcher;
      };
      const [few, many] = [await start(FEW), await start(MANY)];
      const asked = queries(few.ready);
      for (const query of asked) {
        const [a, b] = await Promise.all([few.time(often(query)), many.time(often(query))]);
        if (a.cards !== b.cards) throw new Error(`${query}: ${a.cards} and ${b.cards} venues`);
      }
      /** @type {Figure[]} */
      const figures = [];
      for (const query of asked) {
        /** @type {Awaited<ReturnType<typeof inTurn>>[]} */
        const rounds = [];
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inTurn(few, many, query));
        const at = (/** @type {number} */ part, /** @type {"few" | "many"} */ side) =>
          median(rounds.map((round) => quantile(round[side], part)));
        const what = query || "tout";
        figures.push(ratio(`p50, ${what}`, at(0.5, "many"), at(0.5, "few"), 1.5, 5));
        figures.push(ratio(`p99, ${what}`, at(0.99, "many"), at(0.99, "few"), 2, 20));
      }
      return figures;
    } finally {
      for (const searcher of searchers) searcher.stop();
      await database.stop();
    }
  },
};

/**
 * Among many as among few, or so fast that nobody notices.
 * @param {string} what
 * @param {number} many ms
 * @param {number} few ms
 * @param {number} bar
 * @param {number} orMs
 * @returns {Figure}
 */
const ratio = (what, many, few, bar, orMs) => ({
  what,
  value: `× ${number(many / few, 2)} (${number(many, 1)} ms contre ${number(few, 1)} ms)`,
  bar: `≤ × ${number(bar, 1)} ou ${orMs} ms`,
  met: many / few <= bar || many <= orMs,
});
