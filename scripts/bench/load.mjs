import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * @typedef {object} LoadResult
 * @property {number} answers
 * @property {number} perSecond
 * @property {number} p50 ms
 * @property {number} p99 ms
 */

/** @param {readonly number[]} sorted ascending @param {number} part 0 to 1 */
export const quantile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/**
 * Asks for `paths` in turn over kept-alive connections, each as soon as it has its last answer.
 * @param {object} options
 * @param {string} options.origin on loopback
 * @param {readonly string[]} options.paths
 * @param {Record<string, string>} [options.headers]
 * @param {number} [options.connections]
 * @param {number} options.ms how long
 * @param {number} [options.pauseMs] how long each connection rests between two (default: not at all)
 * @returns {Promise<LoadResult>}
 * @throws {Error} at the first answer that is not a 200
 */
export async function load({ origin, paths, headers, connections = 32, ms, pauseMs = 0 }) {
  // In turn: one that rests for longer than the server keeps it would be cut under the next question.
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections, scheduling: "fifo" });
  const { hostname, port } = new URL(origin);
  /** @type {number[]} */
  const times = [];
  const startedAt = performance.now();
  const end = startedAt + ms;
  let next = 0;
  const ask = () =>
    new Promise((resolve, reject) => {
      const path = paths[next++ % paths.length];
      const askedAt = performance.now();
      const request = http.get({ agent, hostname, port, path, headers }, (response) => {
        response.on("error", reject);
        response.on("end", () => {
          times.push(performance.now() - askedAt);
          if (response.statusCode === 200) resolve(undefined);
          else reject(new Error(`${path}: ${response.statusCode}`));
        });
        response.resume();
      });
      request.setTimeout(30_000, () => request.destroy(new Error(`${path}: no answer in 30 s`)));
      request.on("error", reject);
    });
  const connection = async () => {
    while (performance.now() < end) {
      await ask();
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  const elapsed = performance.now() - startedAt;
  times.sort((a, b) => a - b);
  return {
    answers: times.length,
    perSecond: (times.length * 1000) / elapsed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}
