import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { startDatabase } from "../database.mjs";
import { quietLog } from "../lib/log.mjs";
import { testEnvironment } from "../stack.mjs";
import { number } from "./figures.mjs";
import { quantile } from "./load.mjs";
import { median } from "./rounds.mjs";
import { startSearcher } from "./search.mjs";

/** @typedef {Awaited<ReturnType<typeof startSearcher>>} Searcher */
/** @typedef {Awaited<ReturnType<typeof startBooker>>} Booker */
/** @typedef {{ times: number[], commands: number, made: number }} Turn */

const BOOKER = new URL("booker.mjs", import.meta.url);
const STOP_WITH_PARENT = new URL("../lib/stop-with-parent.mjs", import.meta.url).href;
const FEW = { venues: 116, taken: 1_160 };
const MANY = { venues: 20_000, taken: 200_000 };
const ROUNDS = 3;
const SEARCHES = 60;
const RATE = 20;

const FILTERS = ["", "city=lyon", "capacity=>51", "type=Jardins", "maxPrice=900", "sort=price-asc"];

/**
 * A process that reserves days of a database's venues, so many a second.
 * @param {string} uri the database's
 */
export async function startBooker(uri) {
  const child = fork(BOOKER, [], {
    env: {
      ...testEnvironment(),
      APP_MODE: "test",
      LOG_LEVEL: "error",
      MONGODB_URI: uri,
    },
    execArgv: ["--import", STOP_WITH_PARENT],
  });
  const death = once(child, "exit").then(([code]) => {
    throw new Error(`Reserving stopped (code ${code})`);
  });
  // Told when it is waited for, or else with whoever stops the child.
  death.catch(() => {});
  const answer = async () => (await Promise.race([once(child, "message"), death]))[0];
  await answer();
  return {
    /** @param {number} perSecond @returns {Promise<number>} reservations made since the last change */
    setRate: async (perSecond) => {
      child.send({ perSecond });
      return (await answer()).made;
    },
    stop: () => child.kill(),
  };
}

/** Days that nobody asked for before, among different filters. */
function newUrls() {
  let asked = 0;
  return (
    /** @type {(day: string, count: number) => string} */ addDays,
    /** @type {string} */ day,
  ) =>
    Array.from({ length: SEARCHES }, () => {
      asked += 1;
      const start = addDays(day, (asked * 37) % 480);
      const end = addDays(start, Math.floor(asked / 480) % 3);
      return `${FILTERS[asked % FILTERS.length]}&start=${start}&end=${end}`;
    });
}

/** @type {import("./figures.mjs").Scenario} */
export const dated = {
  id: "S3B",
  title: `la recherche par dates, chaque adresse nouvelle, parmi ${number(MANY.venues)} lieux et ${FEW.venues}`,
  async run({ dataDir, product, say }) {
    const { addDays } = await (await product()).load("app/platform/days.ts");
    const database = await startDatabase({
      dataDir: path.join(dataDir, "dated"),
      log: quietLog(),
      env: testEnvironment(),
    });
    /** @type {{ searcher: Searcher, booker: Booker, urls: ReturnType<typeof newUrls> }[]} */
    const sides = [];
    try {
      const start = async (/** @type {typeof FEW} */ { venues, taken }) => {
        const searcher = await startSearcher(database, venues, taken);
        say(`S3B : ${number(venues)} lieux lus en ${number(searcher.ready.loadMs)} ms`);
        const booker = await startBooker(database.uriOf(`bench-${venues}`));
        const side = { searcher, booker, urls: newUrls() };
        sides.push(side);
        return side;
      };
      const [few, many] = [await start(FEW), await start(MANY)];
      const turn = async (/** @type {typeof sides[number]} */ side, /** @type {number} */ rate) => {
        await side.booker.setRate(rate);
        const urls = side.urls(addDays, side.searcher.ready.day);
        const { times, commands } = await side.searcher.time(urls);
        return { times, commands, made: await side.booker.setRate(0) };
      };
      /** @type {Record<"fewQuiet" | "fewBusy" | "manyQuiet" | "manyBusy", Turn[]>} */
      const turns = { fewQuiet: [], fewBusy: [], manyQuiet: [], manyBusy: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        turns.fewQuiet.push(await turn(few, 0));
        turns.manyQuiet.push(await turn(many, 0));
        turns.fewBusy.push(await turn(few, RATE));
        turns.manyBusy.push(await turn(many, RATE));
      }
      return [
        figure(
          `${number(MANY.venues)} lieux / ${FEW.venues}, au calme`,
          turns.manyQuiet,
          turns.fewQuiet,
        ),
        figure(`${RATE} réservations/s / au calme`, turns.manyBusy, turns.manyQuiet),
        figure(
          `${RATE} réservations/s, ${FEW.venues} lieux / au calme`,
          turns.fewBusy,
          turns.fewQuiet,
        ),
      ];
    } finally {
      for (const { searcher, booker } of sides) {
        searcher.stop();
        booker.stop();
      }
      await database.stop();
    }
  },
};

/**
 * The median round's p50 of each.
 * @param {string} what @param {Turn[]} these @param {Turn[]} those
 * @returns {import("./figures.mjs").Figure}
 */
function figure(what, these, those) {
  const p50 = (/** @type {Turn} */ { times }) =>
    quantile(
      times.toSorted((x, y) => x - y),
      0.5,
    );
  const [a, b] = [median(these.map(p50)), median(those.map(p50))];
  const searches = these.length * SEARCHES;
  const commands = these.reduce((sum, turn) => sum + turn.commands, 0) / searches;
  const made = these.reduce((sum, turn) => sum + turn.made, 0);
  return {
    what,
    value:
      `× ${number(a / b, 2)} (${number(a, 1)} ms contre ${number(b, 1)} ms ; ` +
      `${number(commands, 1)} commandes, ${number(made)} réservations)`,
    bar: "≤ × 1,5",
    met: a / b <= 1.5,
  };
}
