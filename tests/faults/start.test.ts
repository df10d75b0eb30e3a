import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { chmod, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDatabase } from "../../scripts/database.mjs";
import { UserError, quietLog } from "../../scripts/lib/log.mjs";
import { holdAnyPort } from "../../scripts/lib/ports.mjs";
import { startStack, testEnvironment } from "../../scripts/stack.mjs";

// Programs start and end in each of them.
vi.setConfig({ testTimeout: 120_000 });

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** What Node prints of an error that nobody expected. */
const STACK = /^\s+at .*:\d+:\d+/m;

const NOBODY = 65_534;

let dataDir: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "place-des-salles-start-"));
});

afterEach(async () => {
  await Promise.all(children.splice(0).map(end));
  await rm(dataDir, { recursive: true, force: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

interface Started {
  child: ChildProcess;
  said: () => string;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** Claims the instance as `npm start` does at its beginning, says where, and stays. */
const CLAIM = `
  import { claimInstance } from "./scripts/lib/instance.mjs";
  import { consoleLog } from "./scripts/lib/log.mjs";
  import { runCommand } from "./scripts/lib/command.mjs";
  const log = consoleLog();
  // Once everything is loaded: that user may not even read the project.
  if (process.env.AS_USER) process.setuid(Number(process.env.AS_USER));
  runCommand(log, async (stopped) => {
    const { appUrl } = await claimInstance(process.env.DATA_DIR, log);
    log.info("claimed " + appUrl);
    await stopped;
  });
`;

function claim(env: Readonly<Record<string, string | undefined>> = {}): Started {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", CLAIM], {
    cwd: ROOT,
    env: { ...testEnvironment(), DATA_DIR: dataDir, ...env },
  });
  children.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, said: () => text, ended };
}

/** The address that a starter has claimed; null when it has ended without. */
async function addressOf({ said, ended }: Started): Promise<string | null> {
  let over = false;
  void ended.then(() => (over = true));
  const claimed = () => /^claimed (\S+)$/m.exec(said())?.[1];
  await vi.waitUntil(() => claimed() ?? over, { interval: 20, timeout: 60_000 });
  return claimed() ?? null;
}

test("attack 33: a lock left by a killed process, its id alive as another's, does not stop the next", async () => {
  for (const name of ["start.lock", "database.lock"]) {
    const left = { url: "http://localhost:3000", uri: "mongodb://127.0.0.1:9/x", port: 9, pid: 1 };
    await writeFile(join(dataDir, name), JSON.stringify(left));
  }
  const first = claim();
  expect(await addressOf(first)).not.toBeNull();
  await end(first.child);
  expect(await addressOf(claim())).not.toBeNull();
});

test("of starters on the same data one starts, and the others say where it is", async () => {
  for (let round = 0; round < 2; round += 1) {
    const starters = [claim(), claim(), claim()];
    const addresses = await Promise.all(starters.map(addressOf));
    const winners = addresses.filter((address) => address !== null);
    expect(winners).toHaveLength(1);
    for (const [index, { said, ended }] of starters.entries()) {
      if (addresses[index]) continue;
      expect(await ended).toBe(1);
      expect(said()).toContain(`L'application tourne déjà : ${winners[0]}`);
    }
    // As a crash would, with the next ones at once behind it.
    await end(starters[addresses.indexOf(winners[0]!)]!.child);
  }
});

test("of starters who want the same port each has its own, long before the site listens", async () => {
  const held = await holdAnyPort();
  await held.release();
  const starters = ["a", "b", "c"].map((name) =>
    claim({ PORT: String(held.port), DATA_DIR: join(dataDir, name) }),
  );
  const addresses = await Promise.all(starters.map(addressOf));
  expect(addresses).not.toContain(null);
  expect(new Set(addresses).size).toBe(3);
});

test("a data directory that takes nothing: a sentence that says what to do", async () => {
  const closed = join(dataDir, "closed");
  await mkdir(closed);
  await chmod(closed, 0o555);
  await chmod(dataDir, 0o755);
  // Root may write everywhere, and is no test of what may not be written.
  const asUser = process.getuid?.() === 0 ? { AS_USER: String(NOBODY) } : {};
  const { ended, said } = claim({ DATA_DIR: closed, ...asUser });
  expect(await ended).toBe(1);
  expect(said()).toContain(`Rien ne peut être écrit dans ${closed}.`);
  expect(said()).toContain("DATA_DIR");
  expect(said()).not.toMatch(STACK);
});

test("somebody else's server on the database's port is not taken for the database", async () => {
  const options = { dataDir, log: quietLog(), env: testEnvironment() };
  const stranger = await startDatabase(options);
  const port = Number(new URL(stranger.uri).port);
  const listener = createServer();
  const nothing = () => Promise.resolve();
  // Taken in the moment after it was given up.
  const held = { port, listener, release: nothing, releaseOthers: nothing };
  const own = join(dataDir, "own");
  await expect(startDatabase({ ...options, dataDir: own, held })).rejects.toThrow();
  await stranger.stop();
  // The lock is given back, and the port held as long as there is no engine.
  const again = await holdAnyPort();
  const database = await startDatabase({ ...options, dataDir: own, held: again });
  expect(database.uri).toContain(`:${again.port}/`);
  await database.stop();
});

test("a damaged table of the database: a sentence that says what to do", async () => {
  const options = { dataDir, log: quietLog(), env: testEnvironment() };
  await (await startDatabase(options)).stop();
  const engine = join(
    dataDir,
    (await readdir(dataDir)).find((name) => /^(?:secantus|mongod)$/.test(name))!,
  );
  const tables = (await readdir(engine)).filter((name) => /^(?!WiredTiger).*\.wt$/.test(name));
  expect(tables.length).toBeGreaterThan(3);
  for (const name of tables) await truncate(join(engine, name), 100);
  const error: unknown = await startDatabase(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toContain(`La base de données de ${engine} est abîmée`);
  expect((error as UserError).message).toContain("relancez");
  expect((error as UserError).message).not.toContain("Traceback");
});

test("a damaged journal of the payment sandbox: a sentence that says what to do", async () => {
  await mkdir(join(dataDir, "stripe"));
  const journal = join(dataDir, "stripe", "journal.jsonl");
  await writeFile(journal, `{"put":[],"gone":[]}\n{"put":[["customer",{"id\n`);
  const log = quietLog();
  const stack = startStack({ mode: "test", dataDir, log, web: false });
  const error: unknown = await stack.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toContain(
    `Le journal du bac à sable Stripe est abîmé (${journal}, ligne 2).`,
  );
  expect((error as UserError).message).not.toMatch(STACK);
});
