import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { startDatabase } from "../database.mjs";
import { quietLog, seconds } from "../lib/log.mjs";
import { testEnvironment } from "../stack.mjs";
import { number } from "./figures.mjs";
import { median } from "./rounds.mjs";

/** @typedef {import("./lister.mjs").Page} Page */
/** @typedef {import("./lister.mjs").Order} Order */
/** @typedef {Awaited<ReturnType<typeof startLister>>} Lister */
/** @typedef {import("./figures.mjs").Figure} Figure */

const LISTER = new URL("lister.mjs", import.meta.url);
const STOP_WITH_PARENT = new URL("../lib/stop-with-parent.mjs", import.meta.url).href;
const FEW = 100;
/** Rows of each list. Fewer show how it grows on a machine that others need. */
const MANY = Number(process.env.BENCH_ROWS ?? 100_000);
const TURNS = 3;
/** How much longer than the short list the long one may take. */
const MOST = 2;

/** Each list's orders and filters, as its address says them; `LATER` is the second page of the list's own order. */
const LATER = "page suivante";
const day = "2026-03-09";
const QUESTIONS = {
  users: [
    ...["", LATER, "tri=anciens", "tri=nom", "tri=-nom", "tri=email"],
    ...["etat=actif", "etat=banni", `date=${day}`, "q=durand", "q=durand.42@"],
  ],
  contacts: [
    ...["", LATER, "tri=anciens", "tri=etat", "etat=en-attente", `date=${day}`],
    ...["type=Support technique", "email=durand", "email=durand.42@"],
  ],
  reservations: [
    ...["", LATER, "tri=anciens", "tri=sejour", "tri=montant", "tri=-montant"],
    ...["etat=confirmee", `date=${day}`, "q=salle", "q=PDS-00001A"],
  ],
  venues: [
    ...["", LATER, "tri=anciens", "tri=titre", "tri=prix", "tri=-prix"],
    ...["etat=publie", `date=${day}`, "titre=salle", "titre=salle 42"],
  ],
};
const LISTS = /** @type {(keyof typeof QUESTIONS)[]} */ (Object.keys(QUESTIONS));

/** A process that reads lists of `count` rows. @param {import("../database.mjs").Database} database @param {number} count */
async function startLister(database, count) {
  const child = fork(LISTER, [String(count)], {
    env: {
      ...testEnvironment(),
      APP_MODE: "test",
      LOG_LEVEL: "error",
      MONGODB_URI: `${database.uriOf(`bench-lists-${count}`)}&monitorCommands=true`,
    },
    execArgv: ["--import", STOP_WITH_PARENT],
  });
  const death = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The lists of ${count} rows stopped (${signal ?? `code ${code}`})`);
  });
  // Told when it is waited for, or else with whoever stops the child.
  death.catch(() => {});
  const answer = async () => (await Promise.race([once(child, "message"), death]))[0];
  await answer();
  return {
    /** @param {Order} order @returns {Promise<any>} */
    ask: async (order) => {
      child.send(order);
      return await answer();
    },
    stop: () => child.kill(),
  };
}

/** @type {import("./figures.mjs").Scenario} */
export const lists = {
  id: "L1",
  title: `les listes de l'administration, ${number(MANY)} lignes et ${number(FEW)}`,
  async run({ dataDir, say }) {
    const database = await startDatabase({
      dataDir: path.join(dataDir, "lists"),
      log: quietLog(),
      env: testEnvironment(),
    });
    /** @type {Lister[]} */
    const listers = [];
    try {
      const start = async (/** @type {number} */ count) => {
        const lister = await startLister(database, count);
        listers.push(lister);
        return lister;
      };
      const [few, many] = [await start(FEW), await start(MANY)];
      /** @type {Figure[]} */
      const figures = [];
      for (const list of LISTS) {
        const startedAt = Date.now();
        for (const lister of listers) await lister.ask({ fill: list });
        say(`L1 : ${list}, ${number(MANY)} lignes écrites en ${seconds(Date.now() - startedAt)}`);
        for (const query of QUESTIONS[list]) {
          const order = await orderOf(list, query, few, many);
          figures.push(await compare(`${list}, ${query || "tout"}`, few, many, order));
          say(`L1 : ${figures.at(-1)?.what} ${figures.at(-1)?.value}`);
        }
      }
      for (const section of ["rooms", "news"]) {
        const order = () => ({ renew: section });
        figures.push(await compare(`galerie, ${section}`, few, many, order));
      }
      return figures;
    } finally {
      for (const lister of listers) lister.stop();
      await database.stop();
    }
  },
};

/**
 * What each of the two is asked: the page of the address, or the second one of the list's own order.
 * @param {keyof typeof QUESTIONS} list
 * @param {string} query
 * @param {Lister} few
 * @param {Lister} many
 * @returns {Promise<(lister: Lister) => Order>}
 */
async function orderOf(list, query, few, many) {
  if (query !== LATER) {
    const filters = Object.fromEntries(new URLSearchParams(query));
    return () => ({ list, filters });
  }
  const first = { list, filters: {} };
  const cursors = new Map();
  for (const lister of [few, many]) cursors.set(lister, (await lister.ask(first)).next);
  return (lister) => ({ ...first, cursor: cursors.get(lister) });
}

/**
 * The same page by both, in turn, so that what else the machine does falls on both alike.
 * @param {string} what
 * @param {Lister} few
 * @param {Lister} many
 * @param {(lister: Lister) => Order} order
 * @returns {Promise<Figure>}
 */
async function compare(what, few, many, order) {
  /** @returns {Promise<[Page, Page]>} */
  const both = async () => [await few.ask(order(few)), await many.ask(order(many))];
  /** @type {[[Page, Page], ...[Page, Page][]]} */
  const turns = [await both()];
  while (turns.length < TURNS) turns.push(await both());
  const short = median(turns.map(([page]) => page.ms));
  const long = median(turns.map(([, page]) => page.ms));
  const [[a, b]] = turns;
  const stopped = turns.some(([, page]) => page.stopped);
  const isSame = a.commands === b.commands && !stopped;
  return {
    what: `p50, ${what}`,
    value:
      `× ${number(long / short, 1)} (${number(long, 1)} ms contre ${number(short, 1)} ms, ` +
      `${b.rows} et ${a.rows} lignes, ${b.commands} et ${a.commands} commandes` +
      `${stopped ? ", arrêtée par la base" : ""})`,
    bar: `≤ × ${number(MOST, 1)}`,
    met: isSame && long / short <= MOST,
  };
}
