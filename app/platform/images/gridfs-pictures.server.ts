import { halfOpenRange } from "@models/engine";
import mongoose from "mongoose";
import { pictureFileName, type PictureStore } from "./picture-store";

/** The GridFS bucket of every picture. */
export const PICTURES_BUCKET = "pictures";

/** Pictures in the database, which any number of web processes share. */
export const gridFsPictures: PictureStore = {
  async put(name, bytes) {
    const stream = pictures().openUploadStream(pictureFileName(name));
    const stored = new Promise<void>((resolve, reject) => {
      stream.once("finish", resolve);
      stream.once("error", reject);
    });
    stream.end(bytes);
    await stored;
  },

  async get(name) {
    const bucket = pictures();
    const [file] = await bucket
      .find({ filename: pictureFileName(name) })
      .limit(1)
      .toArray();
    if (!file) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of bucket.openDownloadStream(file._id)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  },

  async remove(id) {
    const bucket = pictures();
    // All names that start with the id and a slash: 0 is the character after it.
    const filename = halfOpenRange(`${id}/`, `${id}0`);
    for (const file of await bucket.find({ filename }).toArray()) await bucket.delete(file._id);
  },
};

function pictures(): mongoose.mongo.GridFSBucket {
  const { db } = mongoose.connection;
  if (!db) throw new Error("Pictures were asked for before the database was connected");
  return new mongoose.mongo.GridFSBucket(db, { bucketName: PICTURES_BUCKET });
}
