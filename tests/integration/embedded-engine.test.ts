import path from "node:path";
import { expect, it } from "vitest";
import { secantusCommand } from "../../scripts/database/secantus.mjs";
import { quietLog } from "../../scripts/lib/log.mjs";
import { CACHE } from "../../scripts/lib/paths.mjs";
import { run } from "../../scripts/lib/processes.mjs";

/** What `secantus_launcher.py` makes of the package and of its storage engine, asked of it without a server. */

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

const BESIDE_A_TRANSACTION = `
import tempfile
import threading
import secantus_launcher
import wiredtiger

db = wiredtiger.wiredtiger_open(tempfile.mkdtemp(), "create,cache_size=64M,log=(enabled=true)")
writing, reading = db.open_session(), db.open_session()
for name in ("table:large", "table:other"):
    writing.create(name, "key_format=i,value_format=u")
other = writing.open_cursor("table:other")
for number in range(200):
    other[number] = b"x" * 1_000
writing.begin_transaction()
large = writing.open_cursor("table:large")
for number in range(8_000):
    large[number] = b"y" * 1_000

def read():
    cursor = reading.open_cursor("table:other")
    for number in range(20_000):
        cursor.set_key(number % 200)
        cursor.search()
        cursor.reset()
    print("read")

reader = threading.Thread(target=read, daemon=True)
reader.start()
reader.join(30)
writing.rollback_transaction()
`;

async function asked(program: string): Promise<string> {
  const { command, args } = await secantusCommand({
    cacheDir: CACHE,
    dbPath: "",
    port: 0,
    log: quietLog(),
  });
  const cwd = path.dirname(args[0] ?? "");
  const { output } = await run(command, ["-B", "-c", program], { cwd, timeoutMs: 60_000 });
  return output.trim();
}

it("ends by the clock what nobody goes on with, and answers the last thousand writes once more", async () => {
  expect(await asked(PROGRAM)).toBe("as needed");
});

it("lets others read beside an open transaction that fills a part of the cache", async () => {
  expect(await asked(BESIDE_A_TRANSACTION)).toBe("read");
});
