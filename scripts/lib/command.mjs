import { readFileSync } from "node:fs";
import { explained } from "./disk.mjs";
import { UserError, report } from "./log.mjs";
import { at } from "./paths.mjs";
import { InterruptedError, interruptCommands } from "./processes.mjs";
import { stopSignal } from "./signals.mjs";
import { isInRange } from "./versions.mjs";

/** An orderly stop takes at most this long; past it the process ends, and its children with it. */
const STOP_DEADLINE_MS = 9500;

/** @type {{ engines: { node: string } }} */
const { engines } = JSON.parse(readFileSync(at("package.json"), "utf8"));

/** @throws {UserError} an older one would fail somewhere further on, without a word of why */
function refuseOldNode() {
  const { node } = process.versions;
  if (isInRange(node, engines.node)) return;
  throw new UserError(
    `Node ${engines.node} est nécessaire, celui-ci est le ${node}. / Node ${engines.node} is needed, this one is ${node}.`,
  );
}

/**
 * Runs a script's `main` and ends the process: 0 when it returns or was asked to stop, 1 when it fails.
 * A stop signal kills the commands that run and resolves `stopped`.
 * @param {import("./log.mjs").Log} log
 * @param {(stopped: Promise<void>) => Promise<void | number>} main may return the exit code
 */
export function runCommand(log, main) {
  const stopped = stopSignal();
  void stopped.then(() => {
    interruptCommands();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
  });
  const run = async () => {
    refuseOldNode();
    return await main(stopped);
  };
  run().then(
    (code) => process.exit(code ?? 0),
    (error) => {
      if (error instanceof InterruptedError) process.exit(130);
      report(log, explained(error));
      process.exit(1);
    },
  );
}
