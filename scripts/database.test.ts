import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../tests/support/eventually";
import { engineEnd, startDatabase, withDatabaseName } from "./database.mjs";
import { downloadedMongod } from "./database/download.mjs";
import { mongodProblem } from "./database/mongod.mjs";
import type * as Processes from "./lib/processes.mjs";
import { findCommand, run } from "./lib/processes.mjs";
import { acquireLock } from "./lib/lock.mjs";
import { quietLog } from "./lib/log.mjs";
import { holdAnyPort } from "./lib/ports.mjs";

vi.mock("./lib/processes.mjs", async (original) => {
  const real = await original<typeof Processes>();
  return { ...real, run: vi.fn(real.run), findCommand: vi.fn(real.findCommand) };
});
const processes = await vi.importActual<typeof Processes>("./lib/processes.mjs");
afterEach(() => {
  vi.useRealTimers();
  vi.mocked(run).mockImplementation(processes.run);
  vi.mocked(findCommand).mockImplementation(processes.findCommand);
});

describe("withDatabaseName", () => {
  it.each([
    ["mongodb://127.0.0.1:27017", "mongodb://127.0.0.1:27017/other"],
    ["mongodb://127.0.0.1:27017/", "mongodb://127.0.0.1:27017/other"],
    ["mongodb://127.0.0.1:27017/one?a=b", "mongodb://127.0.0.1:27017/other?a=b"],
    ["mongodb://u:p%40@h1:1,h2:2/one?a=b", "mongodb://u:p%40@h1:1,h2:2/other?a=b"],
    ["mongodb+srv://u:p@cluster.example/?w=1", "mongodb+srv://u:p@cluster.example/other?w=1"],
  ])("%s → %s", (uri, expected) => {
    expect(withDatabaseName(uri, "other")).toBe(expected);
  });
});

describe("a mongod on the PATH", () => {
  it.each([
    ["one of today", "echo 'db version v8.0.4'", undefined],
    ["one that is too old", "echo 'db version v4.4.29'", "MongoDB 4.4.29 < 7"],
    ["one that says nothing", "true", "MongoDB  < 7"],
    ["one that misses a library", "echo libcrypto.so.1.1 missing >&2; exit 127", "libcrypto"],
  ])("%s", async (_, script, problem) => {
    const directory = await mkdtemp(join(tmpdir(), "mongod-"));
    const binary = join(directory, "mongod");
    await writeFile(binary, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const found = await mongodProblem(binary);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
    await rm(directory, { recursive: true });
  });
});

describe("a download that failed", () => {
  const FAILURE = "mongod-download-failed.json";
  const lately = { at: Date.now(), reason: "no network" };

  it.each([
    ["is remembered", JSON.stringify(lately), "no network"],
    ["is tried again where its note cannot be read", JSON.stringify(lately).slice(0, -3), "away"],
    ["is tried again where its note says no time", "null", "away"],
  ])("%s", async (_, note, reason) => {
    vi.mocked(run).mockResolvedValue({ code: 1, output: "away", timedOut: false });
    const cache = await mkdtemp(join(tmpdir(), "cache-"));
    await writeFile(join(cache, FAILURE), note);
    expect(await downloadedMongod(cache, quietLog())).toEqual({ reason });
    expect(JSON.parse(await readFile(join(cache, FAILURE), "utf8"))).toMatchObject({ reason });
    expect((await readdir(cache)).filter((name) => name.startsWith(FAILURE))).toEqual([FAILURE]);
    await rm(cache, { recursive: true });
  });
});

/** What comes of listening on a port of the loopback; it is given back at once. */
const listening = (port: number): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () =>
      server.close(() => resolve("taken")),
    );
  });

describe("startDatabase", () => {
  it("passes over a mongod that cannot be used, and says why where no other engine can be had", async () => {
    const directory = await mkdtemp(join(tmpdir(), "engines-"));
    const binary = join(directory, "mongod");
    await writeFile(binary, "", { mode: 0o755 });
    vi.mocked(findCommand).mockImplementation((name) => (name === "mongod" ? binary : undefined));
    const held = await holdAnyPort();
    const release = vi.spyOn(held, "release");
    // It takes its time to find an engine: the port is nobody else's meanwhile.
    const meanwhile: unknown[] = [];
    vi.mocked(run).mockImplementation(async () => {
      meanwhile.push([release.mock.calls.length, await listening(held.port)]);
      return { code: 127, output: "libcrypto missing", timedOut: false };
    });
    const cacheDir = join(directory, "cache");
    const options = {
      dataDir: join(directory, "data"),
      cacheDir,
      held,
      log: quietLog(),
      env: { NODE_ENV: "test" as const },
    };
    const refused = await startDatabase(options).catch((error: unknown) => error);
    const reasons = (refused as Error).message.split("\n").filter((line) => /^ +- /.test(line));
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toContain(`${binary} : libcrypto missing`);
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(new Set(meanwhile.map(String))).toEqual(new Set(["0,EADDRINUSE"]));
    expect(await listening(held.port)).toBe("taken");
    await rm(directory, { recursive: true });
  });

  it("makes none where there must be data, and names what would lead to another", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "database-"));
    await mkdir(join(dataDir, "mongod"));
    const options = {
      dataDir,
      log: quietLog(),
      env: { NODE_ENV: "test" as const },
      mustHaveData: true,
    };
    await expect(startDatabase(options)).rejects.toThrow("MONGODB_URI");
    expect(await readdir(dataDir)).toEqual(["mongod"]);
    await rm(dataDir, { recursive: true });
  });

  it.each([
    ["waits for who holds the data, and says so once, where it is patient", true, "MONGODB_URI"],
    ["gives up on who holds the data and answers nothing", false, "qui ne répond pas"],
  ])("%s", async (_, isPatient, sentence) => {
    const dataDir = await mkdtemp(join(tmpdir(), "database-"));
    const giveBack = await acquireLock(join(dataDir, "database.lock"));
    vi.useFakeTimers({ toFake: ["Date"] });
    const said: string[] = [];
    const refused = startDatabase({
      ...{ dataDir, isPatient, mustHaveData: true, env: { NODE_ENV: "test" as const } },
      log: { ...quietLog(), begin: (line: string) => void said.push(line) },
    }).catch((error: unknown) => error);
    await eventually(() => expect(said).toHaveLength(1));
    vi.setSystemTime(Date.now() + 3_600_000);
    // Long enough for it to ask again.
    await sleep(500);
    await giveBack();
    expect(((await refused) as Error).message).toContain(sentence);
    expect(said).toHaveLength(1);
    await rm(dataDir, { recursive: true });
  });

  it("prefers MONGODB_URI, and never stops what it did not start", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "database-"));
    const uri = "mongodb://db.example/site?w=1";
    const database = await startDatabase({
      dataDir,
      log: quietLog(),
      env: { ...process.env, MONGODB_URI: uri },
    });
    expect(database).toMatchObject({ uri, source: "MONGODB_URI", pid: undefined });
    expect(database.uriOf("other")).toBe("mongodb://db.example/other?w=1");
    await database.stop();
    await expect(database.kill()).rejects.toThrow("not run from here");
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe("engineEnd", () => {
  const panic = "__wt_panic: the process must exit and restart: WT_PANIC";

  it.each([
    ["a full disk, over whole files", `No space left on device\n${panic}`, "Le disque est plein"],
    ["no more room for one program", `File too large\n${panic}`, "Le disque est plein"],
    ["a read-only disk", `Read-only file system\n${panic}`, "en lecture seule"],
    ["files that are not its own", panic, "La base de données de /data/engine est abîmée"],
  ])("tells of %s", (_, words, sentence) => {
    expect(engineEnd(words, "/data/engine")).toContain(sentence);
  });

  it("says nothing of an end for which it knows no cause", () => {
    expect(engineEnd("SIGTERM received, shutting down", "/data/engine")).toBeUndefined();
  });
});
