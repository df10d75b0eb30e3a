/**
 * `node scripts/program.mjs NAME …`: runs one of the operator's programs in this terminal, on the database of
 * MONGODB_URI; else on that of the `npm start` or `npm run db` that runs on the same data; else it brings that up for
 * as long as the program takes, if it is there: one made for it would be empty, which only `restore` means.
 */
import { shownUri, startDatabase } from "./database.mjs";
import { takesWrites } from "./database/client.mjs";
import { runCommand } from "./lib/command.mjs";
import { loadEnvironment } from "./lib/env.mjs";
import { UserError, consoleLog, step } from "./lib/log.mjs";
import { dataDirectory } from "./lib/paths.mjs";
import { operatorEnvironment } from "./lib/production.mjs";
import { builtProgram, runHere } from "./lib/programs.mjs";

const log = consoleLog();
const [name = "", ...args] = process.argv.slice(2);

/** @param {string} uri @returns {Promise<boolean>} whether a database answers there and takes writes */
const isThere = (uri) => takesWrites(uri).catch(() => false);

runCommand(log, async (stopped) => {
  loadEnvironment();
  const file = builtProgram(name);
  const dataDir = dataDirectory(process.env);
  const mustHaveData = name !== "restore";
  // What runs by the clock has to fail for somebody to learn of it.
  const isPatient = process.stdout.isTTY;
  const database = await step(
    // Which one it is stands in a line of its own.
    { ...log, done: () => {} },
    "Base de données",
    () => startDatabase({ dataDir, log, mustHaveData, isPatient }),
  );
  try {
    const shown = shownUri(database.uri);
    if (!(await isThere(database.uri))) {
      throw new UserError(
        `La base de données ${shown} ne répond pas. / The database ${shown} does not answer.`,
      );
    }
    log.info(`Base de données : ${shown} (${database.source})`);
    const env = operatorEnvironment(process.env, database);
    if (env.NODE_ENV !== process.env.NODE_ENV) {
      log.info("Mode : production (pour la démonstration : APP_MODE=demo)");
    }
    return await runHere([file, ...args], { env, stopped });
  } finally {
    await database.stop();
  }
});
