import { createHash } from "node:crypto";
import { allModels } from "@models/all";
import mongoose, { type mongo } from "mongoose";
import { afterAll, beforeAll } from "vitest";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { keepState } from "~/platform/known-state.server";
import { forgetRefused } from "~/platform/web/rate-limit.server";
import { forgetIndex } from "~/venues/search-index.server";

/** Where a file of this worker has put the indexes in place already, and may have left documents. */
let isPrepared = false;

/**
 * Gives the test file a database with nothing in it and every index in place. It is not dropped afterwards: the
 * engine's directory goes away with the run, and dropping one full of pictures stalls the engine for
 * the files that run beside it. Call it once, at the top of the file.
 */
export function useDatabase(): void {
  beforeAll(async () => {
    // The driver tells of its commands only when asked to before it connects.
    await connectDatabase(`${process.env.MONGODB_URI}&monitorCommands=true`);
    if (isPrepared) await emptyWholeDatabase();
    else await createIndexes();
    isPrepared = true;
    watchWrites();
  });
  afterAll(async () => {
    await disconnectDatabase();
  });
}

/** The longest that there is: 68 years. */
const LONGEST_S = 2_147_483_647;

/**
 * What the schemas state, in a database that has nothing yet: one command a collection, where the product asks for
 * each index whether it is there. `demo.test.ts` compares. But nothing is removed by the machine's own clock, which
 * tests at a fixed instant know nothing of: one day all that they write is past.
 */
async function createIndexes(): Promise<void> {
  await Promise.all(
    allModels.map(async (model) => {
      const indexes = model.schema.indexes().map(
        ([key, { background: _, ...options }]) =>
          ({
            ...options,
            ...("expireAfterSeconds" in options ? { expireAfterSeconds: LONGEST_S } : {}),
            key,
          }) as mongo.IndexDescription,
      );
      if (indexes.length > 0) await model.collection.createIndexes(indexes);
      else await model.createCollection();
    }),
  );
}

/** Commands that leave documents behind; those of transactions are told alike. */
const WRITES = ["insert", "update", "findAndModify"];

/** Tells of each command of this process that may change a collection, and of which; until what it gives is called. */
export function onWrite(listen: (collection: string) => void): () => void {
  const client = mongoose.connection.getClient();
  const hear = ({ commandName, command }: mongo.CommandStartedEvent) => {
    if (commandName === "delete" || WRITES.includes(commandName)) {
      listen(String(command[commandName]));
    }
  };
  client.on("commandStarted", hear);
  return () => void client.off("commandStarted", hear);
}

/** Of the connection that is listened to, what was written to since all was emptied. */
let watched: { client: object; written: Set<string> } | undefined;

function watchWrites(): void {
  const client = mongoose.connection.getClient();
  const written = new Set<string>();
  watched = { client, written };
  client.on("commandStarted", ({ commandName, command }) => {
    if (WRITES.includes(commandName)) written.add(String(command[commandName]));
  });
}

/**
 * Deletes every document that this process has written and keeps the indexes, for a file whose tests start from
 * nothing each. Asking forty collections, of which a test uses five, is what most tests would spend their time on.
 */
export async function emptyDatabase(): Promise<void> {
  await emptyDatabaseBut([]);
}

/** The same, but for what all tests of the file share. */
export async function emptyDatabaseBut(
  kept: readonly Pick<(typeof allModels)[number], "collection">[],
): Promise<void> {
  const { connection } = mongoose;
  if (watched?.client !== connection.getClient()) return await emptyWholeDatabase();
  const keptNames = kept.map(({ collection }) => collection.name);
  const names = [...watched.written].filter((name) => !keptNames.includes(name));
  for (const name of names) watched.written.delete(name);
  await Promise.all(names.map((name) => connection.collection(name).deleteMany({})));
  forgetKnown();
}

/** The same where other processes write too. */
export async function emptyWholeDatabase(): Promise<void> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
  forgetKnown();
}

/** What this process remembers of what was stored; a site that a test closed would stay so for the files after it. */
function forgetKnown(): void {
  forgetIndex();
  forgetRefused();
  forgetKept();
  keepState("");
}

/** Every collection with a hash of its documents, but those named. */
export async function everythingStored(except: readonly string[]): Promise<string[]> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const hashes = await Promise.all(
    collections
      .filter(({ collectionName }) => !except.includes(collectionName))
      .map(async (collection) => {
        const documents = await collection.find().sort({ _id: 1 }).toArray();
        const hash = createHash("sha256").update(JSON.stringify(documents, withoutStamp));
        return `${collection.collectionName} ${hash.digest("hex")}`;
      }),
  );
  return hashes.sort();
}

/** An owner's change that changes nothing is still noted as one, and keeps their account from others meanwhile. */
const withoutStamp = (key: string, value: unknown) =>
  ["changedAt", "lock"].includes(key) ? undefined : value;
