import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../lib/lock.mjs";
import { step } from "../lib/log.mjs";
import { run } from "../lib/processes.mjs";

const WORKER = fileURLToPath(new URL("download-worker.mjs", import.meta.url));
const RETRY_AFTER_MS = 24 * 60 * 60 * 1000;
const FIRST_BYTE_MS = 10_000;
const STALL_MS = 30_000;

/**
 * How many bytes have arrived so far.
 * @param {string} directory
 */
async function bytesIn(directory) {
  let total = 0;
  for (const name of await readdir(directory)) {
    if (name.endsWith(".lock")) continue;
    const found = await stat(path.join(directory, name)).catch(() => undefined);
    total += found?.size ?? 0;
  }
  return total;
}

/**
 * Runs the download in a process of its own, so that it can be given up cleanly: after 10 s without a
 * first byte, or 30 s without a further one.
 * @param {string} directory
 * @returns {Promise<{ binary: string } | { reason: string }>}
 */
async function download(directory) {
  const abort = new AbortController();
  let bytes = await bytesIn(directory);
  let deadline = Date.now() + FIRST_BYTE_MS;
  const watch = setInterval(async () => {
    const now = await bytesIn(directory);
    if (now !== bytes) deadline = Date.now() + STALL_MS;
    bytes = now;
    if (Date.now() > deadline) abort.abort();
  }, 500);
  const { signal } = abort;
  const { code, output } = await run(process.execPath, [WORKER, directory], { signal });
  clearInterval(watch);
  const lines = output.trim().split("\n");
  const binary = lines.at(-1) ?? "";
  if (signal.aborted) return { reason: "no answer in time" };
  if (code !== 0 || !existsSync(binary)) return { reason: lines.join(" ") };
  const trial = await run(binary, ["--version"]);
  return trial.code === 0 ? { binary } : { reason: trial.output.trim() };
}

/**
 * When a download failed last, and why; never, where that is not told or cannot be read.
 * @param {string} file
 * @returns {Promise<{ at: number, reason: string }>}
 */
async function rememberedFailure(file) {
  try {
    const { at, reason } = JSON.parse(await readFile(file, "utf8"));
    return { at: Number(at) || 0, reason: String(reason) };
  } catch {
    return { at: 0, reason: "" };
  }
}

/**
 * The `mongod` that mongodb-memory-server downloads, stored in the cache. A failure is remembered for a
 * day, so that later starts on a machine without that network do not wait for it again.
 * @param {string} cacheDir
 * @param {import("../lib/log.mjs").Log} log
 * @returns {Promise<{ binary: string } | { reason: string }>}
 */
export async function downloadedMongod(cacheDir, log) {
  const directory = path.join(cacheDir, "mongod");
  const failure = path.join(cacheDir, "mongod-download-failed.json");
  await mkdir(directory, { recursive: true });
  return withLock(path.join(cacheDir, "mongod-download.lock"), log, async () => {
    const cached = (await readdir(directory)).find((name) => /^mongod-[^.]*[\d.]+$/.test(name));
    const complete = cached && existsSync(path.join(directory, `${cached}.md5`));
    if (complete) return { binary: path.join(directory, cached) };
    const { at, reason } = await rememberedFailure(failure);
    if (Date.now() - at < RETRY_AFTER_MS) return { reason };
    const doing = "Recherche d'un MongoDB à télécharger";
    log.begin(doing);
    const result = await step(
      log,
      (found) => ("binary" in found ? "MongoDB téléchargé" : "MongoDB non téléchargeable d'ici"),
      () => download(directory),
      doing,
    );
    if ("reason" in result) {
      await writeFile(`${failure}.part`, JSON.stringify({ at: Date.now(), reason: result.reason }));
      await rename(`${failure}.part`, failure);
    }
    return result;
  });
}
