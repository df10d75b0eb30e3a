import { connectProgram } from "~/platform/connect-program.server";
import { followChanges, tellOfStart } from "~/platform/content-version.server";
import { tellDatabaseOutages } from "~/platform/database-outage.server";
import { disconnectDatabase } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { logger } from "~/platform/log.server";
import { loadState } from "~/platform/site-state.server";
import { startJobs, stopJobs } from "./start";

/** The jobs alone, for installations with several web processes: `npm run worker`. */

let stopping: Promise<void> | null = null;
let endFollowing: () => void = () => undefined;

async function stop(signal: NodeJS.Signals): Promise<void> {
  logger.info({ signal }, "worker stopping");
  endFollowing();
  await stopJobs();
  await disconnectDatabase();
}

function stopOnce(signal: NodeJS.Signals): void {
  stopping ??= stop(signal).then(
    // Agenda leaves timers behind that would keep the process for half a minute.
    () => process.exit(0),
    (error: unknown) => {
      logger.fatal({ err: error }, "worker did not stop cleanly");
      process.exit(1);
    },
  );
}

process.on("SIGTERM", stopOnce);
process.on("SIGINT", stopOnce);

await connectProgram({ say: (line) => logger.fatal(line) });
tellDatabaseOutages();
await tellOfStart();
// What its jobs changed and the database could not be told is told again: nobody asks a worker for a page.
endFollowing = followChanges();
// Before the first turn of a job that waits until the site is open.
await loadState();
await startJobs();
logger.info({ mode: env.APP_MODE }, "worker started");
