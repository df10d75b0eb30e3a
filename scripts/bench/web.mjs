import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import mongoose from "mongoose";
import { startBooker } from "./dated.mjs";
import { number, shareOf } from "./figures.mjs";
import { buildRemixFloor, startFloor } from "./floors.mjs";
import { load } from "./load.mjs";
import { alternate } from "./rounds.mjs";

/** @typedef {import("./figures.mjs").Scenario} Scenario */

export const LISTING = "/reservation";
const ROUND_MS = 4_000;
const WARM_UP_MS = 2_000;
const PACKED = { "accept-encoding": "br" };
/** A customer of the demo data, whose pages are rendered anew each time. */
const MEMBER = "cliente@exemple.fr";
const PASSWORD = "demonstration";
const OTHERS = 2_000;
const YEAR_MS = 365 * 86_400_000;
const BOOKINGS_A_SECOND = [1, 5, 20];
/** Each with whom of the demo data it is measured for. @type {Record<string, string>} */
const MEMBERS_PAGES = {
  [LISTING]: MEMBER,
  "/mes-demandes": MEMBER,
  "/profil": MEMBER,
  "/mes-locations": "proprietaire@exemple.fr",
};
const MEMORY_DATA = new URL("memory-data.mjs", import.meta.url).href;

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<Buffer>} as it came over the wire
 * @throws {Error} also when it has not all come in 10 s
 */
function bytesOf(url, headers) {
  const signal = AbortSignal.timeout(10_000);
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, signal }, (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => resolve(Buffer.concat(chunks)));
      })
      .on("error", reject);
  });
}

/**
 * The headers of a member's requests, whose answers come unpacked.
 * @param {string} origin
 * @param {string} [email] of the demo data
 * @returns {Promise<Record<string, string>>}
 */
export async function memberHeaders(origin, email = MEMBER) {
  const response = await fetch(`${origin}/connexion`, {
    method: "POST",
    body: new URLSearchParams({ email, password: PASSWORD }),
    redirect: "manual",
    signal: AbortSignal.timeout(10_000),
  });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  if (cookies.length === 0) throw new Error(`/connexion: ${response.status}, no session`);
  return { "accept-encoding": "identity", cookie: cookies.join("; ") };
}

/** @typedef {import("../lib/processes.mjs").Service} Service */

/** @param {Service} service */
export const originOf = (service) => `http://127.0.0.1:${service.options.env.PORT}`;

/** @param {string} origin @param {Record<string, string>} headers @param {number} [connections] */
const ask = (origin, headers, connections = 32) =>
  load({ origin, paths: [LISTING], headers, connections, ms: ROUND_MS });

/**
 * Answers per second of the server's own processor time: what it would give with a core to itself,
 * whatever else this machine does meanwhile.
 * @param {Service} service
 * @param {string} origin
 * @param {Record<string, string>} headers
 */
async function rate(service, origin, headers) {
  const before = processorSeconds(service);
  const { answers } = await ask(origin, headers);
  return answers / (processorSeconds(service) - before);
}

/** @param {Service} service @returns {number} used so far, all threads together */
function processorSeconds({ pid }) {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) {
    const time = execFileSync("ps", ["-o", "time=", "-p", String(pid)]).toString();
    return time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  }
  // Finer than `ps` where there is /proc: hundredths, after the name in parentheses.
  const fields = readFileSync(stat, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** @param {readonly string[]} origins @param {Record<string, string>} headers */
async function warmUp(origins, headers) {
  for (const origin of origins) await load({ origin, paths: [LISTING], headers, ms: WARM_UP_MS });
}

/** @type {Scenario} */
export const warmListing = {
  id: "S1",
  title: "la liste pour un visiteur anonyme, gardée en mémoire",
  async run({ stack, dataDir }) {
    const running = await stack();
    const file = path.join(dataDir, "listing.br");
    await writeFile(file, await bytesOf(running.appUrl + LISTING, PACKED));
    const floor = await startFloor("memory", file, { dataDir });
    const web = await running.startWeb("bench-warm", { RUN_JOBS: "none" });
    const origin = originOf(web);
    try {
      await warmUp([floor.origin, origin], PACKED);
      const rates = await alternate({
        floor: () => rate(floor.service, floor.origin, PACKED),
        product: () => rate(web, origin, PACKED),
      });
      const details = `${number(rates.product)} contre ${number(rates.floor)} par s de processeur`;
      return [shareOf("liste / Express nu", rates.product / rates.floor, 0.5, details)];
    } finally {
      await Promise.all([floor.service.stop(), web.stop()]);
    }
  },
};

/** @type {Scenario} */
export const warmListingWhileBooking = {
  id: "S1B",
  title: "la même, pendant que l'on réserve",
  async run({ stack }) {
    const running = await stack();
    const web = await running.startWeb("bench-booking", { RUN_JOBS: "none" });
    const origin = originOf(web);
    const booker = await startBooker(running.mongoUri);
    let made = 0;
    const rateWhile = (/** @type {number} */ perSecond) => async () => {
      await booker.setRate(perSecond);
      const answered = await rate(web, origin, PACKED);
      made += await booker.setRate(0);
      return answered;
    };
    try {
      await warmUp([origin], PACKED);
      const counts = [0, ...BOOKINGS_A_SECOND];
      const rates = await alternate(
        Object.fromEntries(counts.map((count) => [count, rateWhile(count)])),
      );
      const rateAt = (/** @type {number} */ count) => rates[count] ?? NaN;
      if (made === 0) throw new Error("Nothing was reserved meanwhile");
      return BOOKINGS_A_SECOND.map((count) =>
        shareOf(
          `${count} par seconde / au calme`,
          rateAt(count) / rateAt(0),
          0.8,
          `${number(rateAt(count))} contre ${number(rateAt(0))} par s de processeur`,
        ),
      );
    } finally {
      booker.stop();
      await web.stop();
    }
  },
};

/**
 * Reservations of people whom nobody here asks about, of a year ago: no job takes them up.
 * @param {string} uri
 */
async function addOthersReservations(uri) {
  const connection = await mongoose.createConnection(uri).asPromise();
  const at = new Date(Date.now() - YEAR_MS);
  const day = at.toISOString().slice(0, 10);
  const id = () => new mongoose.Types.ObjectId();
  const documents = Array.from({ length: OTHERS }, (_, index) => ({
    ...{ userId: id(), ownerId: id(), venueId: id(), accountId: "acct_bench" },
    ...{ reference: `PDS-A${index}`, venueTitle: "La Grande Salle", venueCity: "Lyon" },
    ...{ startDate: day, endDate: day, startSlot: "AM", endSlot: "PM", period: "Day" },
    ...{ unitPrice: 48_000, units: 1, subtotal: 48_000, fee: 0, total: 48_000, refunded: 0 },
    ...{ policy: "souple", needValidation: false, status: "cancelled", attempt: 0 },
    ...{ requestKey: `bench-other:${index}`, hiddenByBuyer: false, history: [], createdAt: at },
  }));
  await connection.collection("reservations").insertMany(documents);
  await connection.close();
}

/** @type {Scenario} */
export const membersPages = {
  id: "S2B",
  title: `les pages d'un membre à côté de la liste, parmi ${number(OTHERS)} réservations d'autres`,
  async run({ stack }) {
    const running = await stack();
    await addOthersReservations(running.mongoUri);
    const web = await running.startWeb("bench-member", { RUN_JOBS: "none" });
    const origin = originOf(web);
    try {
      const headers = Object.fromEntries(
        await Promise.all(
          Object.entries(MEMBERS_PAGES).map(async ([path, email]) => [
            path,
            await memberHeaders(origin, email),
          ]),
        ),
      );
      const measuring = (/** @type {string} */ path) => async () =>
        (
          await load({
            origin,
            paths: [path],
            headers: headers[path],
            connections: 8,
            ms: ROUND_MS,
          })
        ).perSecond;
      const paths = Object.keys(MEMBERS_PAGES);
      for (const path of paths) await measuring(path)();
      const rates = await alternate(
        Object.fromEntries(paths.map((path) => [path, measuring(path)])),
      );
      const rateOf = (/** @type {string} */ path) => rates[path] ?? NaN;
      const listing = rateOf(LISTING);
      return paths
        .filter((path) => path !== LISTING)
        .map((path) =>
          shareOf(
            `${path} / liste du membre`,
            rateOf(path) / listing,
            0.5,
            `${number(rateOf(path))} contre ${number(listing)} par s`,
          ),
        );
    } finally {
      await web.stop();
    }
  },
};

/** @type {Scenario} */
export const renderedListing = {
  id: "S2",
  title: "la liste rendue pour un membre, données en mémoire",
  async run({ stack, dataDir }) {
    const running = await stack();
    const file = path.join(dataDir, "listing.json");
    const member = await memberHeaders(running.appUrl);
    const html = (await bytesOf(running.appUrl + LISTING, member)).toString();
    const data = await bytesOf(
      `${running.appUrl}${LISTING}?_data=routes%2Freservation%2Findex`,
      member,
    );
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1];
    const { venues } = JSON.parse(data.toString()).found;
    await writeFile(file, JSON.stringify({ style, venues }));
    const env = { NODE_OPTIONS: `--import ${MEMORY_DATA}`, RUN_JOBS: "none" };
    const floor = await startFloor("remix", await buildRemixFloor(), {
      dataDir,
      env: { BENCH_LISTING: file },
    });
    const one = await running.startWeb("bench-1", env);
    const two = await running.startWeb("bench-2", env);
    try {
      const [first, second] = [originOf(one), originOf(two)];
      await warmUp([floor.origin, first, second], member);
      const rates = await alternate({
        floor: () => rate(floor.service, floor.origin, member),
        product: () => rate(one, first, member),
        one: async () => (await ask(first, member)).perSecond,
        two: async () => {
          const [a, b] = await Promise.all([ask(first, member, 16), ask(second, member, 16)]);
          return a.perSecond + b.perSecond;
        },
      });
      return [
        shareOf(
          "liste / page Remix nue avec les mêmes cartes",
          rates.product / rates.floor,
          0.6,
          `${number(rates.product)} contre ${number(rates.floor)} par s de processeur`,
        ),
        shareOf(
          "deux processus / un",
          rates.two / rates.one,
          1.5,
          `${number(rates.two)} contre ${number(rates.one)} req/s`,
        ),
      ];
    } finally {
      await Promise.all([floor.service.stop(), one.stop(), two.stop()]);
    }
  },
};
