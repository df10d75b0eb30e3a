/**
 * `node scripts/program.mjs NAME …`: runs one of the operator's programs in this terminal, on the database of
 * MONGODB_URI; else on that of the `npm start` or `npm run db` that runs on the same data; else it brings that up for
 * as long as the program takes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { startDatabase } from "./database.mjs";
import { takesWrites } from "./database/client.mjs";
import { runCommand } from "./lib/command.mjs";
import { loadEnvironment } from "./lib/env.mjs";
import { UserError, consoleLog } from "./lib/log.mjs";
import { dataDirectory } from "./lib/paths.mjs";
import { builtProgram } from "./lib/programs.mjs";

const log = consoleLog();
const [name = "", ...args] = process.argv.slice(2);

/** @param {string} uri @returns {Promise<boolean>} whether a database answers there and takes writes */
const isThere = (uri) => takesWrites(uri).catch(() => false);

runCommand(log, async () => {
  loadEnvironment();
  const file = builtProgram(name);
  const database = await startDatabase({ dataDir: dataDirectory(process.env), log });
  try {
    if (!(await isThere(database.uri))) {
      // Without its address, which may hold a password.
      throw new UserError("La base de données ne répond pas. / The database does not answer.");
    }
    const program = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, MONGODB_URI: database.uri },
      stdio: "inherit",
    });
    const [code] = await once(program, "exit");
    // Ended by a signal: the terminal's own, which says so itself.
    return code ?? 1;
  } finally {
    await database.stop();
  }
});
