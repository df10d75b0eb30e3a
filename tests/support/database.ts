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
