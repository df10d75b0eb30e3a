/**
 * `npm run mutate:payments`: Stryker on the use cases that move money, asked of their integration tests, in a copy of the
 * project: those need its engine, which Stryker's own copies leave out. Hours for all of them; what has not changed is
 * remembered. Stryker's options are passed on: `-- --mutate app/payments/refund.server.ts`.
 */
import path from "node:path";
import { runCommand } from "../lib/command.mjs";
import { consoleLog } from "../lib/log.mjs";
import { CACHE } from "../lib/paths.mjs";
import { run } from "../lib/processes.mjs";
import { Workshop, filesOfProject } from "./workshop.mjs";

runCommand(consoleLog(), async () => {
  const workshop = await Workshop.open(await filesOfProject());
  const stryker = path.join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
  try {
    const { code } = await run(
      process.execPath,
      [
        ...[stryker, "run", "scripts/mutate/payments.config.json", "--inPlace"],
        ...["--incrementalFile", path.join(CACHE, "mutate-payments.json")],
        ...process.argv.slice(2),
      ],
      { cwd: workshop.root, output: "inherit" },
    );
    return code;
  } finally {
    await workshop.close();
  }
});
