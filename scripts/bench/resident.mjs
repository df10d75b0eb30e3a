import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

/** @param {number} pid @returns {number} bytes */
const residentBytes = (pid) =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) * 1024;

/**
 * A process's resident memory while `task` runs.
 * @param {number} pid
 * @param {() => Promise<void>} task
 * @param {number} [everyMs]
 * @returns {Promise<number[]>} megabytes, one for each look, the last one when the task is over
 */
export async function residentWhile(pid, task, everyMs = 1_000) {
  /** @type {number[]} */
  const samples = [];
  const end = new AbortController();
  const sampling = (async () => {
    while (!end.signal.aborted) {
      samples.push(residentBytes(pid) / 1e6);
      await sleep(everyMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  await task().finally(() => end.abort());
  await sampling;
  return [...samples, residentBytes(pid) / 1e6];
}
