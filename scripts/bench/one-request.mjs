import { setTimeout as sleep } from "node:timers/promises";
import { atMost } from "./figures.mjs";
import { residentWhile } from "./resident.mjs";
import { memberHeaders, originOf } from "./web.mjs";

const HEALTH_EVERY_MS = 20;
const MOST_MS = 120_000;
const MEGABYTE = 1_000_000;

/** @param {string} value @param {number} bytes @returns {string} a JSON list of so many bytes */
const listOf = (value, bytes) => `[${`${value},`.repeat(bytes / (value.length + 1))}${value}]`;

/** One request each, as heavy as its kind can be made; who sends it is a verified member. */
const JSON_BODIES = {
  "15 Mo d'objets vides": () => `{"photo":${listOf("{}", 15 * MEGABYTE)}}`,
  "60 Mo d'objets vides": () => `{"photo":${listOf("{}", 60 * MEGABYTE)}}`,
  "un texte de 60 Mo": () => `{"photo":"${"a".repeat(60 * MEGABYTE)}"}`,
  "un nom de champ de 15 Mo": () => `{"${"a".repeat(15 * MEGABYTE)}":1}`,
  "un million de listes l'une dans l'autre": () => "[".repeat(MEGABYTE) + "]".repeat(MEGABYTE),
};
const JSON_PATHS = ["/api/location/create", "/api/send/edit-profil"];

/** A picture that is small to send and large to decode. */
async function heavyPicture() {
  const { default: sharp } = await import("sharp");
  const size = { width: 6_300, height: 6_300, channels: /** @type {const} */ (3) };
  return await sharp({ create: { ...size, background: "#fff" } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}

/**
 * How long /healthz takes at most while `task` runs.
 * @param {string} origin
 * @param {() => Promise<void>} task
 * @returns {Promise<number>} ms
 */
async function slowestHealth(origin, task) {
  let running = true;
  let slowest = 0;
  const watching = (async () => {
    while (running) {
      const askedAt = performance.now();
      await (await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(MOST_MS) })).text();
      slowest = Math.max(slowest, performance.now() - askedAt);
      await sleep(HEALTH_EVERY_MS);
    }
  })();
  await task().finally(() => (running = false));
  await watching;
  return slowest;
}

/**
 * Sends one request to its end; one that is cut off has been answered too.
 * @param {string} url
 * @param {RequestInit} init
 */
async function send(url, init) {
  const signal = AbortSignal.timeout(MOST_MS);
  await fetch(url, { method: "POST", redirect: "manual", signal, ...init })
    .then((response) => response.text())
    .catch(() => undefined);
}

/** @type {import("./figures.mjs").Scenario} */
export const oneRequest = {
  id: "S11",
  title: "une seule requête, quoi qu'elle porte : /healthz et la mémoire pendant ce temps",
  async run({ stack, say }) {
    const service = await (await stack()).startWeb("bench-one-request", { RUN_JOBS: "none" });
    try {
      const origin = originOf(service);
      const { cookie = "" } = await memberHeaders(origin);
      const headers = { cookie, "content-type": "application/json" };
      const cases = JSON_PATHS.flatMap((path) =>
        Object.entries(JSON_BODIES).map(([what, body]) => ({
          what: `${path}, ${what}`,
          // Made before it is timed: this process also asks /healthz.
          prepare: () => {
            const bytes = Buffer.from(body());
            return () => send(origin + path, { headers, body: bytes });
          },
        })),
      );
      const picture = new Blob([new Uint8Array(await heavyPicture())], { type: "image/png" });
      const form = new FormData();
      form.append("intent", "identity");
      form.append("avatar", picture, "moi.png");
      cases.push({
        what: "une image de 6300 × 6300 en 16 bits",
        prepare: () => () => send(`${origin}/profil`, { headers: { cookie }, body: form }),
      });
      let [slowest, most] = [0, 0];
      for (const { what, prepare } of cases) {
        const task = prepare();
        const samples = await residentWhile(
          service.pid ?? 0,
          async () => {
            const health = await slowestHealth(origin, task);
            say(`${what} : ${Math.round(health)} ms`);
            slowest = Math.max(slowest, health);
          },
          100,
        );
        most = Math.max(most, ...samples);
      }
      return [
        atMost("/healthz au plus lent", slowest, 200, "ms", 0),
        atMost("mémoire au plus haut", most, 350, "Mo", 0),
      ];
    } finally {
      await service.stop();
    }
  },
};
