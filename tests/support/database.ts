import { createHash } from "node:crypto";
import { syncIndexes } from "@models/all";
import mongoose from "mongoose";
import { afterAll, beforeAll } from "vitest";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { forgetIndex } from "~/venues/search-index.server";

/**
 * Gives the test file its own database, with every index in place. It is not dropped afterwards: the
 * engine's directory goes away with the run, and dropping one full of pictures stalls the engine for
 * the files that run beside it. Call it once, at the top of the file.
 */
export function useDatabase(): void {
  beforeAll(async () => {
    await connectDatabase();
    await syncIndexes();
  });
  afterAll(async () => {
    await disconnectDatabase();
  });
}

/** Deletes every document and keeps the indexes, for a file whose tests start from nothing each. */
export async function emptyDatabase(): Promise<void> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
  forgetIndex();
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

/** An owner's change that changes nothing is still noted as one. */
const withoutStamp = (key: string, value: unknown) => (key === "changedAt" ? undefined : value);
