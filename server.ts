import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { installGlobals } from "@remix-run/node";
import type { Express } from "express";
import type { ViteDevServer } from "vite";
import * as build from "virtual:remix/server-build";
import { turnsOfJobs } from "@jobs/queue";
import { startJobsInTheEnd, stopJobs } from "@jobs/start";
import { inTime } from "~/platform/concurrency/in-time";
import { followChanges, tellOfStart } from "~/platform/content-version.server";
import { connectProgram } from "~/platform/connect-program.server";
import { tellDatabaseOutages } from "~/platform/database-outage.server";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { createExpressApp } from "~/platform/http/app.server";
import { measureJobs } from "~/platform/http/metrics.server";
import { messageClasses } from "~/platform/http/message-classes.server";
import { gracefulClose } from "~/platform/http/graceful-close.server";
import { cutUnread } from "~/platform/http/unread-answers.server";
import { logger } from "~/platform/log.server";
import { loadState } from "~/platform/site-state.server";
import { writeVisits } from "~/platform/visits.server";
import { followSearch, isSearchReady, prepareSearch } from "~/venues/ready-search.server";

/**
 * How long a connection may wait for its next request: longer than proxies keep one (60 s), or this would close it
 * just as one of them sends a form over it, which it may not send twice.
 */
const KEPT_MS = 65_000;
/** How long a stop waits for answers under way. */
const STOP_MS = 8_000;
/** And for the counts of visits after them: they are worth no longer wait. */
const LAST_WRITE_MS = 500;

// Remix's own fetch is measurably faster at rendering than Node 20's.
installGlobals();

/** The whole application, connected to its database; `vite` in development only. */
export async function createApp({ vite }: { vite?: ViteDevServer } = {}): Promise<Express> {
  await connectDatabase();
  await loadState();
  measureJobs(turnsOfJobs);
  const clientDir = join(dirname(fileURLToPath(import.meta.url)), "../client");
  const isReady = isSearchReady;
  return createExpressApp(vite ? { vite, isReady } : { build, clientDir, isReady });
}

interface ServeOptions {
  vite?: ViteDevServer;
  /** What listens already, chosen and held by the script that starts this; default: HOST and PORT. */
  listener?: Server;
}

/**
 * Holds the port, then runs the jobs: a process that finds it taken has done none.
 *
 * @returns `port`, `jobs`, settled once they run, and `stop`, which finishes what is under way.
 * @throws Error when the port is taken.
 */
export async function serve(options: ServeOptions = {}) {
  const app = await createApp(options);
  const server = createServer(
    // Photos may come over a slow line; what is no upload is cut off earlier, where it is read. Node looks
    // every 30 s for heads that are late, unless it is told to do so more often.
    {
      requestTimeout: 300_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: KEPT_MS,
      ...messageClasses(app),
    },
    app,
  );
  const close = gracefulClose(server);
  cutUnread(server);
  if (options.listener) server.listen(options.listener);
  else server.listen(env.PORT, env.HOST);
  await once(server, "listening");
  logger.info({ url: env.APP_URL, mode: env.APP_MODE }, "listening");
  // The search after it, or it would be told to read everything anew; whoever searches before that waits for it.
  await tellOfStart();
  const endFollowing = followChanges(followSearch);
  prepareSearch();
  const stopping = new AbortController();
  const jobs = env.RUN_JOBS === "inline" ? startJobsInTheEnd(stopping.signal) : Promise.resolve();
  const stop = async () => {
    endFollowing();
    stopping.abort();
    // What fails of it, as all does that asks a database which is away, breaks no answer off.
    for (const end of await Promise.allSettled([close(STOP_MS), jobs.then(stopJobs)])) {
      if (end.status === "rejected") logger.error({ err: end.reason }, "not stopped cleanly");
    }
    await inTime(writeVisits(), LAST_WRITE_MS, () => undefined);
    await disconnectDatabase();
  };
  return { port: (server.address() as AddressInfo).port, jobs, stop };
}

/** The listening port that the process which started this one hands over. */
async function handedOver(): Promise<Server> {
  const [, listener] = (await once(process, "message")) as [unknown, Server];
  return listener;
}

/** Serves until told to stop. */
async function main(): Promise<void> {
  await connectProgram({ say: (line) => logger.fatal(line) });
  tellDatabaseOutages();
  const listener = env.PORT_HANDED_OVER ? await handedOver() : undefined;
  const { port, jobs, stop } = await serve({ listener });
  // Whoever started it knows by this that it is not somebody else who answers there.
  process.send?.({ listening: port });
  let stopping = false;
  const end = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, "stopping");
    await stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(signal));
  await jobs;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
