import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
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
const MEMBER = { email: "cliente@exemple.fr", password: "demonstration" };
const MEMORY_DATA = new URL("memory-data.mjs", import.meta.url).href;

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<Buffer>} as it came over the wire
 */
function bytesOf(url, headers) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, timeout: 10_000 }, (response) => {
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
 * @returns {Promise<Record<string, string>>}
 */
export async function memberHeaders(origin) {
  const response = await fetch(`${origin}/connexion`, {
    method: "POST",
    body: new URLSearchParams(MEMBER),
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
      const [first, second] = [one, two].map(originOf);
      await warmUp([floor.origin, first, second], member);
      const rates = await alternate({
        floor: () => rate(floor.service, floor.origin, member),
        product: () => rate(one, first, member),
        one: async () => (await ask(first, member)).perSecond,
        two: async () => {
          const both = [first, second].map((origin) => ask(origin, member, 16));
          const [a, b] = await Promise.all(both);
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
