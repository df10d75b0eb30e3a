import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import mongoose, { type mongo } from "mongoose";
import { FORMAT, headRecord, toRecord, type CollectionEnd } from "./backup-file.server";

/** Who else may read it: nobody, for it holds everybody's data. */
const OWN_FILE = 0o600;

/** What a backup holds. */
export type BackupSummary = CollectionEnd[];

/**
 * Writes all collections of the connected database into one file, which is there whole or not at all. It is of
 * one moment only if nothing writes meanwhile: close the site and end the workers first.
 *
 * @param stop aborted, it is given up; what there was of the file is taken away, for it holds everybody's data
 * @throws Error when the file is there already, or cannot be written
 */
export async function writeBackup(
  file: string,
  now: Date,
  stop?: AbortSignal,
): Promise<BackupSummary> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("A backup was asked for before the database was connected");
  const summary: BackupSummary = [];
  const part = `${file}.part`;
  try {
    await pipeline(
      everything(db, now, summary),
      createGzip(),
      createWriteStream(part, { mode: OWN_FILE }),
      { ...(stop && { signal: stop }) },
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return summary;
}

async function* everything(db: mongo.Db, at: Date, summary: BackupSummary): AsyncGenerator<Buffer> {
  yield headRecord("H", { format: FORMAT, database: db.databaseName, at });
  for (const name of await collectionNames(db)) {
    const collection = db.collection(name);
    const all = await collection.indexes();
    const indexes = all.filter(({ key }) => Object.keys(key).join() !== "_id");
    yield headRecord("C", { collection: name, indexes });
    const hash = createHash("sha256");
    let documents = 0;
    for await (const bson of rawDocuments(collection)) {
      hash.update(bson);
      documents += 1;
      yield toRecord("D", bson);
    }
    const end = { collection: name, documents, sha256: hash.digest("hex") };
    summary.push(end);
    yield headRecord("E", end);
  }
  yield headRecord("Z", { collections: summary.length });
}

/** Those of the product, its jobs and pictures; not the database's own. */
export async function collectionNames(db: mongo.Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: false }).toArray();
  return found
    .filter(({ name, type }) => type !== "view" && !name.startsWith("system."))
    .map(({ name }) => name)
    .sort();
}

/** A collection's documents in the order of their `_id`, as the bytes that the database sends. */
export async function* rawDocuments(collection: mongo.Collection): AsyncGenerator<Buffer> {
  for await (const bson of collection.find({}, { raw: true, sort: { _id: 1 } })) {
    yield bson as unknown as Buffer;
  }
}
