import path from "node:path";
import { expect, it } from "vitest";
import { secantusCommand } from "../../scripts/database/secantus.mjs";
import { quietLog } from "../../scripts/lib/log.mjs";
import { CACHE } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/processes.mjs";

/** What `secantus_launcher.py` makes of the package's transactions, asked of it without a server. */

const PROGRAM = `
import time
import secantus_launcher as launcher

launcher.ORPHANS_EVERY_SECONDS = 0.01
ended = []
registry = launcher.TransactionRegistry(rollback_func=ended.append, lifetime_seconds=0.2)
registry.for_statement(b"killed", None, 1, start=True)
assert len(registry) == 1
while not ended:
    time.sleep(0.01)
assert ended[0].lsid_bytes == b"killed" and len(registry) == 0

for number in range(2_500):
    registry.record_retryable(b"driver", number, b"write", {"ok": 1.0, "n": number})
kept = [n for n in range(2_500) if registry.retryable_reply(b"driver", n, b"write")]
assert kept == list(range(1_500, 2_500)), (len(kept), kept[:1])
print("as needed")
`;

it("ends by the clock what nobody goes on with, and answers the last thousand writes once more", async () => {
  const { command, args } = await secantusCommand({
    cacheDir: CACHE,
    dbPath: "",
    port: 0,
    log: quietLog(),
  });
  const cwd = path.dirname(args[0] ?? "");
  const { output } = await run(command, ["-B", "-c", PROGRAM], { cwd, timeoutMs: 60_000 });
  expect(output.trim()).toBe("as needed");
});
