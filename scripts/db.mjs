/**
 * `npm run db`: the database alone, on a stable port (DB_PORT, default 27117), until Ctrl-C. While it
 * runs, `npm start` and `npm run dev` use it.
 */
import { startDatabase } from "./database.mjs";
import { runCommand } from "./lib/command.mjs";
import { loadEnvironment } from "./lib/env.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { consoleLog, step } from "./lib/log.mjs";
import { dataDirectory } from "./lib/paths.mjs";
import { holdPort } from "./lib/ports.mjs";
import { firstDeath } from "./lib/processes.mjs";

const DEFAULT_PORT = 27117;
const log = consoleLog();

runCommand(log, async (stopped) => {
  loadEnvironment();
  await ensureDependencies(log);
  const held = await holdPort(Number(process.env.DB_PORT) || DEFAULT_PORT);
  const database = await step(
    log,
    ({ source }) => `Base de données (${source})`,
    () => startDatabase({ dataDir: dataDirectory(process.env), log, held, isPatient: true }),
    "Base de données",
  );
  log.info(`\n${database.uri}\n`);
  if (!database.service) return;
  log.info("Ctrl-C pour arrêter.");
  const end = await Promise.race([stopped, firstDeath([database.service])]);
  await database.stop();
  if (end instanceof Error) throw end;
});
