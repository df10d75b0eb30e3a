/**
 * `npm run dev`: the application with hot reloading. Database, Stripe sandbox and demo data come from
 * the last build (made once when there is none); the site itself is served from the sources by Vite.
 */
import { existsSync } from "node:fs";
import { runCommand } from "./lib/command.mjs";
import { loadEnvironment } from "./lib/env.mjs";
import { ensureBuild, ensureDependencies } from "./lib/install.mjs";
import { claimInstance } from "./lib/instance.mjs";
import { consoleLog, step } from "./lib/log.mjs";
import { dataDirectory, program } from "./lib/paths.mjs";
import { refuseProduction } from "./lib/production.mjs";
import { startStack } from "./stack.mjs";

const log = consoleLog();

/**
 * Serves the sources. The application reads its settings from this process's environment.
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./lib/ports.mjs").HeldPort} held where it listens
 * @returns {Promise<() => Promise<void>>} stops it
 */
async function serveSources(env, held) {
  Object.assign(process.env, env, { NODE_ENV: "development" });
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const { serve } = await vite.ssrLoadModule("/server.ts");
  const { jobs, stop } = await serve({ vite, listener: held.listener });
  await held.releaseOthers();
  await jobs;
  return async () => {
    await Promise.all([vite.close(), stop()]);
  };
}

runCommand(log, async (stopped) => {
  loadEnvironment();
  // Before anything is built: the processes of a production may be running from that folder.
  refuseProduction(process.env);
  log.info("\nPlace des Salles (développement)\n");
  const dataDir = dataDirectory(process.env);
  const { held, appUrl, release } = await claimInstance(dataDir, log);
  try {
    await ensureDependencies(log);
    if (!existsSync(program("seed"))) await ensureBuild(log);
    const stack = await startStack({
      mode: "demo",
      dataDir,
      log,
      held,
      seed: true,
      web: false,
      env: { APP_URL: appUrl },
    });
    try {
      const close = await step(log, "Vite", () => serveSources(stack.env, held));
      log.info(`\n${stack.seedOutput}\n\n${appUrl}\nCtrl-C pour arrêter.\n`);
      const end = await Promise.race([stopped, stack.death]);
      await close();
      if (end instanceof Error) throw end;
    } finally {
      await stack.stop();
    }
  } finally {
    await release();
  }
});
