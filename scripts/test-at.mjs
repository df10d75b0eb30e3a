/**
 * `npm run test:at -- 2027-03-27T23:55+01:00 [files]`: the unit and integration tests as if they were started at
 * that instant. What no test may decide by: midnight in Paris, the nights that clocks change, a year that is over.
 */
import { pathToFileURL } from "node:url";
import { runCommand } from "./lib/command.mjs";
import { ensureBuild } from "./lib/install.mjs";
import { UserError, consoleLog } from "./lib/log.mjs";
import { at } from "./lib/paths.mjs";
import { runHere } from "./lib/programs.mjs";

const log = consoleLog();

runCommand(log, async (stopped) => {
  const [instant = "", ...files] = process.argv.slice(2);
  const ahead = Date.parse(instant) - Date.now();
  if (Number.isNaN(ahead) || !/(Z|[+-]\d\d:\d\d)$/.test(instant)) {
    throw new UserError(
      "Indiquez un instant, avec son décalage. / Name an instant with its offset: npm run test:at -- 2027-03-27T23:55+01:00",
    );
  }
  // Some of them run the programs of the build: those of the sources as they are now.
  await ensureBuild(log);
  const vitest = at("node_modules", "vitest", "vitest.mjs");
  const env = {
    ...process.env,
    SHIFT_MS: String(ahead),
    NODE_OPTIONS: `--import ${pathToFileURL(at("scripts", "test", "shifted-clock.mjs")).href}`,
  };
  const projects = ["--project", "unit*", "--project", "integration*"];
  return await runHere([vitest, "run", ...projects, ...files], { env, stopped });
});
