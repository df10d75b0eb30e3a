import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installGlobals } from "@remix-run/node";
import type { Express } from "express";
import type { ViteDevServer } from "vite";
import * as build from "virtual:remix/server-build";
import { startJobs, stopJobs } from "@jobs/start";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { createExpressApp } from "~/platform/http/app.server";
import { gracefulClose } from "~/platform/http/graceful-close.server";
import { logger } from "~/platform/log.server";

/** How long a stop waits for answers under way. */
const STOP_MS = 8_000;

// Remix's own fetch is measurably faster at rendering than Node 20's.
installGlobals();

/** The whole application; `vite` in development only. */
export async function createApp(options: { vite?: ViteDevServer } = {}): Promise<Express> {
  await connectDatabase();
  if (env.RUN_JOBS === "inline") await startJobs();
  const clientDir = join(dirname(fileURLToPath(import.meta.url)), "../client");
  return createExpressApp(options.vite ? { vite: options.vite } : { build, clientDir });
}

/** Listens until told to stop, then finishes what is under way. */
async function serve(): Promise<void> {
  const server = createServer(
    // Photos may come over a slow line; what is no upload is cut off earlier, where it is read.
    { requestTimeout: 300_000, headersTimeout: 10_000 },
    await createApp(),
  );
  const close = gracefulClose(server);
  server.listen(env.PORT, env.HOST, () => logger.info({ url: env.APP_URL }, "listening"));

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping");
    await Promise.all([close(STOP_MS), stopJobs()]);
    await disconnectDatabase();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await serve();
