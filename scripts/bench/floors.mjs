import path from "node:path";
import { fileURLToPath } from "node:url";
import { isHealthy } from "../lib/http.mjs";
import { ROOT, at } from "../lib/paths.mjs";
import { anyFreePort } from "../lib/ports.mjs";
import { Service, nodeArguments } from "../lib/processes.mjs";

const FLOOR_SERVER = fileURLToPath(new URL("floor-server.mjs", import.meta.url));

/**
 * Starts a floor (see floor-server.mjs).
 * @param {"memory" | "remix"} kind
 * @param {string} file
 * @param {{ dataDir: string, env?: Partial<NodeJS.ProcessEnv> }} options
 * @returns {Promise<{ origin: string, service: Service }>}
 */
export async function startFloor(kind, file, { dataDir, env = {} }) {
  const port = await anyFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = new Service({
    name: `floor-${kind}`,
    command: process.execPath,
    args: [...nodeArguments(FLOOR_SERVER), String(port), kind, file],
    env: { ...process.env, ...env, NODE_ENV: "production" },
    logFile: path.join(dataDir, "logs", `floor-${kind}.log`),
    isReady: () => isHealthy(`${origin}/reservation`),
  });
  await service.start();
  return { origin, service };
}

/**
 * Builds the bare Remix page.
 * @returns {Promise<string>} the bundle
 */
export async function buildRemixFloor() {
  const { build } = await import("vite");
  const outDir = at(".cache", "bench");
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    resolve: { alias: { "~": at("app"), "@models": at("models") } },
    esbuild: { jsx: "automatic" },
    build: {
      ssr: at("scripts", "bench", "remix-floor.tsx"),
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      target: "node20",
    },
  });
  return path.join(outDir, "remix-floor.js");
}
