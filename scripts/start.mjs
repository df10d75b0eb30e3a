/**
 * `npm start`: the whole application on one machine, from nothing. Installs, builds, starts database,
 * Stripe sandbox and web server, fills an empty database with demo data, and stops all of it at Ctrl-C.
 */
import path from "node:path";
import { runCommand } from "./lib/command.mjs";
import { loadEnvironment } from "./lib/env.mjs";
import { ensureBuild, ensureDependencies } from "./lib/install.mjs";
import { claimInstance } from "./lib/instance.mjs";
import { consoleLog, seconds } from "./lib/log.mjs";
import { dataDirectory } from "./lib/paths.mjs";
import { refuseProduction } from "./lib/production.mjs";
import { startStack } from "./stack.mjs";

const log = consoleLog();

runCommand(log, async (stopped) => {
  const startedAt = Date.now();
  loadEnvironment();
  // Before anything is built: the processes of a production may be running from that folder.
  refuseProduction(process.env);
  log.info("\nPlace des Salles\n");
  const dataDir = dataDirectory(process.env);
  const { held, appUrl, release } = await claimInstance(dataDir, log);
  try {
    await ensureDependencies(log);
    await ensureBuild(log);
    const stack = await startStack({
      mode: "demo",
      dataDir,
      log,
      held,
      seed: true,
      env: { APP_URL: appUrl },
    });
    try {
      log.info(`\n${stack.seedOutput}\n`);
      log.info(`Prêt en ${seconds(Date.now() - startedAt)} : ${appUrl}`);
      log.info(`Journaux : ${path.join(dataDir, "logs")}\nCtrl-C pour arrêter.\n`);
      const end = await Promise.race([stopped, stack.death]);
      if (end instanceof Error) throw end;
      log.info("\nArrêt…");
    } finally {
      await stack.stop();
    }
    log.info("Arrêté.");
  } finally {
    await release();
  }
});
