import { COMMIT_QUORUM } from "@models/commit-quorum";
import { halfOpenRange } from "@models/engine";
import mongoose from "mongoose";
import { pictureFileName, type PictureStore } from "./picture-store";

/** The GridFS bucket of every picture. */
export const PICTURES_BUCKET = "pictures";

/**
 * Pictures in the database, which any number of web processes share. A file's id is its name, so that chunks are known
 * by the picture alone: those that an end in mid-upload leaves have no file that would tell of them.
 */
export const gridFsPictures: PictureStore = {
  async put(name, bytes) {
    const filename = pictureFileName(name);
    if (await files().findOne({ filename }, { projection: { _id: 1 } })) return;
    // What an upload that was cut short left under it.
    await chunks().deleteMany({ files_id: filename });
    const bucket = new mongoose.mongo.GridFSBucket(database(), { bucketName: PICTURES_BUCKET });
    // Any value may be an id; the driver's types know of one kind.
    const id = filename as unknown as mongoose.mongo.ObjectId;
    const stream = bucket.openUploadStreamWithId(id, filename);
    const stored = new Promise<void>((resolve, reject) => {
      stream.once("finish", resolve);
      stream.once("error", reject);
    });
    stream.end(bytes);
    await stored;
  },

  async get(name) {
    const [file] = await files()
      .find({ filename: pictureFileName(name) })
      .limit(1)
      .toArray();
    if (!file) return null;
    const parts = await chunks().find({ files_id: file._id }).sort({ n: 1 }).toArray();
    const bytes = Buffer.concat(parts.map(({ data }) => data.value()));
    // Not whole: it is being removed, or moved, at this moment.
    return bytes.length === file.length ? bytes : null;
  },

  async remove(id, widths) {
    // All names that start with the id and a slash: 0 is the character after it.
    const filename = halfOpenRange(`${id}/`, `${id}0`);
    const found = await files().find({ filename }).toArray();
    // Files of earlier versions have an id of their own.
    const ids = new Set([
      ...widths.map((width) => pictureFileName({ id, width })),
      ...found.map(({ _id }) => _id),
    ]);
    // Chunks first: what ends in between is found again by its file.
    await chunks().deleteMany({ files_id: { $in: [...ids] } });
    await files().deleteMany({ _id: { $in: [...ids] } });
  },
};

/**
 * The indexes that the driver makes at a first upload: without them a restored or moved database, which may never have one,
 * reads all pictures for each.
 */
export async function createPictureIndexes(): Promise<void> {
  await chunks().createIndex({ files_id: 1, n: 1 }, { unique: true, ...COMMIT_QUORUM });
  await files().createIndex({ filename: 1, uploadDate: 1 }, COMMIT_QUORUM);
}

type FileId = string | mongoose.mongo.ObjectId;

function files() {
  const name = `${PICTURES_BUCKET}.files`;
  return database().collection<{ _id: FileId; filename: string; length: number }>(name);
}

function chunks() {
  const name = `${PICTURES_BUCKET}.chunks`;
  return database().collection<{ files_id: FileId; n: number; data: mongoose.mongo.Binary }>(name);
}

function database() {
  const { db } = mongoose.connection;
  if (!db) throw new Error("Pictures were asked for before the database was connected");
  return db;
}
