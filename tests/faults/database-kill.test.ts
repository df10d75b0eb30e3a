import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import mongoose from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDatabase, type Database } from "../../scripts/database.mjs";
import { quietLog } from "../../scripts/lib/log.mjs";
import { testEnvironment } from "../../scripts/stack.mjs";

const KILLS = 3;
const WRITERS = 4;
const WRITING_MS = 1_500;

interface Row {
  _id: string;
  half: "first" | "second";
}

let dataDir: string;
let database: Database;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "place-des-salles-kill-"));
  database = await startDatabase({ dataDir, log: quietLog(), env: testEnvironment() });
});

afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The connection was cut, or there is nothing to connect to any more. */
function isGone(error: unknown): boolean {
  const { MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;
  return error instanceof MongoNetworkError || error instanceof MongoServerSelectionError;
}

async function withRows<T>(
  task: (client: mongoose.mongo.MongoClient, rows: mongoose.mongo.Collection<Row>) => Promise<T>,
): Promise<T> {
  const client = new mongoose.mongo.MongoClient(database.uri, {
    serverSelectionTimeoutMS: 2_000,
    retryWrites: false,
  });
  try {
    await client.connect();
    return await task(client, client.db().collection<Row>("rows"));
  } finally {
    await client.close(true);
  }
}

/**
 * Writes pairs, one transaction each, until the engine is gone.
 * @returns the pairs whose commit was acknowledged
 */
async function writeUntilKilled(name: string): Promise<string[]> {
  return await withRows(async (client, rows) => {
    const acknowledged: string[] = [];
    const session = client.startSession();
    for (let n = 0; ; n += 1) {
      const pair = `${name}-${n}`;
      try {
        session.startTransaction();
        await rows.insertOne({ _id: `${pair}-1`, half: "first" }, { session });
        await rows.insertOne({ _id: `${pair}-2`, half: "second" }, { session });
        await session.commitTransaction();
        acknowledged.push(pair);
      } catch (error) {
        // The kill is what ends the writing; any other error is a failure of the test.
        if (isGone(error)) return acknowledged;
        throw error;
      }
    }
  });
}

describe("attack 23: a database killed in the middle of transactions", () => {
  it("keeps every acknowledged one, and each wholly or not at all", async () => {
    await withRows((client) => client.db().createCollection("rows"));
    const acknowledged: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntilKilled(`${kill}-${writer}`),
      );
      await sleep(WRITING_MS);
      await database.kill();
      acknowledged.push(...(await Promise.all(writers)).flat());
      await database.restart();
    }

    const stored = await withRows(async (_client, rows) => {
      return (await rows.find().toArray()).map(({ _id }) => _id);
    });
    const present = new Set(stored);
    const lost = acknowledged.filter(
      (pair) => !present.has(`${pair}-1`) || !present.has(`${pair}-2`),
    );
    const halves = stored.filter(
      (id) => !present.has(id.replace(/-[12]$/, (end) => (end === "-1" ? "-2" : "-1"))),
    );
    expect(acknowledged.length).toBeGreaterThan(KILLS * WRITERS);
    expect(lost).toEqual([]);
    expect(halves).toEqual([]);
  });
});
