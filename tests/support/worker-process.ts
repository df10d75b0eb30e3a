import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Bundles a test's worker with the product's own modules, so that it runs as a process of its own.
 *
 * @param entry from the project's root
 * @returns the file to fork; it says "ready" once it is
 */
export async function buildWorker(entry: string): Promise<string> {
  const name = path.basename(entry, ".ts");
  const outDir = path.join(ROOT, "node_modules/.cache", name);
  await build({
    configFile: false,
    publicDir: false,
    root: ROOT,
    logLevel: "error",
    resolve: {
      alias: Object.fromEntries(
        ["~:app", "@models:models", "@jobs:jobs"]
          .map((pair) => pair.split(":") as [string, string])
          .map(([alias, folder]) => [alias, path.join(ROOT, folder)]),
      ),
    },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return path.join(outDir, `${name}.mjs`);
}

/**
 * Starts a built worker, and waits for it.
 *
 * @throws when it ends before it is ready, as one does that a busy machine keeps from its database too long
 */
export async function forkWorker(file: string): Promise<ChildProcess> {
  const worker = fork(file);
  const ended = once(worker, "exit").then(([code]: unknown[]) => {
    throw new Error(`The worker ended with ${String(code)} before it was ready`);
  });
  await Promise.race([once(worker, "message"), ended]);
  return worker;
}

/** Ends a worker that ends by itself once nobody speaks to it. */
export async function endWorker(worker: ChildProcess): Promise<void> {
  const exit = once(worker, "exit");
  worker.disconnect();
  await exit;
}
