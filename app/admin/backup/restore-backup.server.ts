import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import mongoose, { mongo, trusted } from "mongoose";
import { createGunzip } from "node:zlib";
import { jobsCollection, type JobName } from "@jobs/queue";
import { ApiTokenModel } from "@models/api-token";
import { COMMIT_QUORUM } from "@models/commit-quorum";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { IS_SET } from "~/platform/not-set.server";
import { isHalfRestored, markRestore, unmarkRestore } from "~/platform/restore-mark.server";
import {
  DamagedBackup,
  fileProblem,
  FORMAT,
  readHead,
  readRecords,
  type CollectionEnd,
  type CollectionHead,
  type Head,
} from "./backup-file.server";
import { ANSWER_HOURS } from "~/rules/reservation-states";
import { collectionNames, rawDocuments, type BackupSummary } from "./write-backup.server";

/** Written at once, at most: so many documents, so many bytes. */
const BATCH = { documents: 1_000, bytes: 8 * 1024 * 1024 };
/** Every value keeps its type: what was a 32-bit number is one again. */
const EXACT = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

/** A database that has something in it, which nobody may lose. */
export class FilledDatabase extends Error {
  override name = "FilledDatabase";
}

/** A database in which an earlier restore came to no end. */
export class HalfRestored extends Error {
  override name = "HalfRestored";
}

/**
 * Fills the connected database, which must be empty, from a backup; reads back what it wrote and compares
 * numbers and hashes, and makes the indexes that there were last, in place of those that are there. Sessions, API tokens and reset links are not left in it,
 * requests and other dates wait for their answers from `now` on, holds for their payments, and nobody was told that their account would be closed;
 * the ledger is compared the next night.
 *
 * @throws FilledDatabase | HalfRestored | DamagedBackup; what was written until then stays; what the system says of a
 * file that it does not give (`fileProblem`)
 */
export async function restoreBackup(file: string, now: Date): Promise<BackupSummary> {
  const { db } = mongoose.connection;
  if (!db) throw new Error("A restore was asked for before the database was connected");
  if (await isHalfRestored()) throw new HalfRestored();
  const present = await collectionNames(db);
  for (const name of present) {
    if (await db.collection(name).findOne()) throw new FilledDatabase(name);
  }

  const summary: BackupSummary = [];
  const heads: CollectionHead[] = [];
  let current: Restoring | undefined;
  let isWhole = false;
  for await (const { kind, bson } of readRecords(unpacked(file))) {
    if (kind === "H" && readHead<Head>(bson).format !== FORMAT) {
      throw new DamagedBackup("It is of another format");
    }
    if (kind === "C") {
      const head = readHead<CollectionHead>(bson);
      // Not before: a file that cannot be read has changed nothing.
      if (heads.length === 0) await markRestore();
      heads.push(head);
      if (!present.includes(head.collection)) await db.createCollection(head.collection);
      // Those of a set-up before this would have the database end what is over, between its writing and its reading back.
      else await db.collection(head.collection).dropIndexes();
      current = new Restoring(db.collection(head.collection));
    }
    if (kind === "D") await current?.add(bson);
    if (kind === "E") {
      const end = readHead<CollectionEnd>(bson);
      await current?.finish(end);
      summary.push(end);
    }
    if (kind === "Z")
      isWhole = readHead<{ collections: number }>(bson).collections === summary.length;
  }
  if (!isWhole) throw new DamagedBackup("The file ends too early");
  for (const { collection, indexes } of heads) {
    const wanted = indexes.map(
      ({ v: _, ...index }: mongo.IndexDescription & { v?: number }) => index,
    );
    if (wanted.length > 0) await db.collection(collection).createIndexes(wanted, COMMIT_QUORUM);
  }
  await endAccess();
  await putAnswersOff(now);
  await forgetNotices();
  await putComparisonOff();
  await unmarkRestore();
  return summary;
}

/**
 * Sessions, tokens and reset links that were ended since the backup would open the product again, those of a thief too, and
 * nothing here knows which: everybody logs in again. A code that verifies an address stays: it opens no more than its signup.
 */
async function endAccess(): Promise<void> {
  // Nobody else is at a database that is being restored.
  /* eslint-disable transactions/within-transaction */
  await SessionModel.deleteMany({});
  await ApiTokenModel.deleteMany({});
  await UserModel.updateMany({ reset: IS_SET }, { $unset: { reset: 1 } });
  /* eslint-enable transactions/within-transaction */
}

/**
 * Of requests and other dates whose time to answer is over, some were said yes to since the backup. They would end as if
 * nobody had answered: the money of requests would be given back, of which Stripe alone knows and which the reconciliation
 * has confirmed before the new deadline; and the days of a change at the same price, of which nothing tells, would be free.
 * So would be the days of holds that were paid since, of which Stripe alone knows, too.
 */
async function putAnswersOff(now: Date): Promise<void> {
  const answerBy = addMinutes(now, ANSWER_HOURS * 60);
  // Nobody else is at a database that is being restored.
  /* eslint-disable transactions/within-transaction */
  await ReservationModel.updateMany({ status: "pending" }, { $max: { answerBy } });
  await ReservationModel.updateMany({ status: "hold" }, { $max: { holdUntil: answerBy } });
  // A stay that has begun is moved no more, and none is moved to days that have.
  const later = trusted({ $gt: addDays(todayInParis(now), 1) });
  await ReservationModel.updateMany(
    { startDate: later, "change.startDate": later },
    { $max: { "change.until": answerBy } },
  );
  /* eslint-enable transactions/within-transaction */
}

/** Who was told that their account would be closed may have come back since: they are told anew before it is. */
async function forgetNotices(): Promise<void> {
  // Nobody else is at a database that is being restored.
  // eslint-disable-next-line transactions/within-transaction
  await MailModel.deleteMany({ key: trusted({ $regex: "^unused:" }) });
}

/**
 * A turn that was due at the backup would be due at once, and take all that was paid since for money that the ledger lacks, before
 * the reconciliation has written it down. Without its schedule the next worker gives it the coming night's.
 */
async function putComparisonOff(): Promise<void> {
  const job: JobName = "compare-ledger";
  await jobsCollection().deleteMany({ name: job });
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const gunzip = source.pipe(createGunzip());
  // A pipe does not pass on why there is nothing to read.
  source.once("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    if (fileProblem(error) !== null) throw error;
    throw new DamagedBackup("It cannot be unpacked", { cause: error });
  }
}

/** One collection on its way back. */
class Restoring {
  readonly #inFile = createHash("sha256");
  readonly #written = createHash("sha256");
  #documents = 0;
  #batch: mongo.Document[] = [];
  #bytes = 0;

  constructor(private readonly collection: mongo.Collection) {}

  async add(bson: Buffer): Promise<void> {
    this.#inFile.update(bson);
    const document = mongo.BSON.deserialize(bson, EXACT);
    hashDocument(this.#written, document);
    this.#documents += 1;
    this.#batch.push(document);
    this.#bytes += bson.length;
    if (this.#batch.length >= BATCH.documents || this.#bytes >= BATCH.bytes) await this.#write();
  }

  /** @throws DamagedBackup when the file, or the database afterwards, has something else than was backed up */
  async finish({ collection, documents, sha256 }: CollectionEnd): Promise<void> {
    await this.#write();
    if (this.#documents !== documents || this.#inFile.digest("hex") !== sha256) {
      throw new DamagedBackup(`${collection} is not what was written`);
    }
    const stored = createHash("sha256");
    for await (const bson of rawDocuments(this.collection)) {
      hashDocument(stored, mongo.BSON.deserialize(bson, EXACT));
    }
    if (stored.digest("hex") !== this.#written.digest("hex")) {
      throw new DamagedBackup(`${collection} did not come back from the database as it was`);
    }
  }

  async #write(): Promise<void> {
    if (this.#batch.length > 0) await this.collection.insertMany(this.#batch);
    this.#batch = [];
    this.#bytes = 0;
  }
}

/** Of its bytes as this program writes them: names that look like numbers come first in any object. */
function hashDocument(hash: Hash, document: mongo.Document): void {
  hash.update(mongo.BSON.serialize(document));
}
