import { ImageModel, type Image, type ImagePurpose } from "@models/image";
import mongoose, { type Types } from "mongoose";
import { createPictureIndexes, PICTURES_BUCKET } from "~/platform/images/gridfs-pictures.server";
import {
  encodePicture,
  PICTURE_WIDTHS,
  type EncodedPicture,
} from "~/platform/images/picture-encoding.server";
import { pictureFileName } from "~/platform/images/picture-store";
import { drawShot, PICTURE_SIZE, type Shot } from "./drawing";
import { idFor } from "./random";

/** An image of the demo: whose it is, what it shows. */
export interface DemoPicture {
  id: Types.ObjectId;
  owner: Types.ObjectId;
  purpose: ImagePurpose;
  shot: Shot;
  createdAt: Date;
}

/** GridFS' own default; no picture of the demo is that heavy, so each is one chunk. */
const CHUNK_BYTES = 255 * 1024;
const WIDTHS = PICTURE_WIDTHS.filter((width) => width <= PICTURE_SIZE.width);
/** Shots drawn and stored together: drawing one while another is written. */
const AT_ONCE = 3;

/** How many shots are drawn: `few` has one for all views and moods of a scene. */
export type Drawn = "all" | "few";

/** The collections of their bytes. */
export const PICTURE_FILES = [`${PICTURES_BUCKET}.files`, `${PICTURES_BUCKET}.chunks`] as const;

/**
 * Stores the demo's images, but those that are stored whole already. Each shot is drawn and encoded once, then written under every image that
 * shows it: each image has bytes of its own, as those that people send have, so that one can be
 * deleted and the others stay. They are written as GridFS lays them out, many at a time, because
 * thousands of single uploads would take minutes.
 */
export async function storePictures(
  pictures: readonly DemoPicture[],
  drawn: Drawn,
  told: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  await createPictureIndexes();
  const waiting = groupByShot(await notStored(pictures), drawn);
  const count = waiting.length;
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [first] = next;
      if (first)
        await storeShot(await encodePicture(await drawShot(first.shot), first.purpose), next);
      told(count - waiting.length, count);
    }
  };
  const stopping = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const workers = Array.from({ length: AT_ONCE }, () => worker().catch(stopping));
  // The failure of one is told once none of them writes any more.
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

/** The images alone, for tests that look at no picture: asking for their bytes answers 404. */
export async function storePicturesWithoutBytes(pictures: readonly DemoPicture[]): Promise<void> {
  const missing = await notStored(pictures);
  await ImageModel.insertMany(missing.map((picture) => documentOf(picture)));
}

/** Those without their document, which is written after their bytes. */
async function notStored(pictures: readonly DemoPicture[]): Promise<DemoPicture[]> {
  const stored = await ImageModel.find({}, "_id").lean();
  const ids = new Set(stored.map(({ _id }) => _id.toHexString()));
  return pictures.filter(({ id }) => !ids.has(id.toHexString()));
}

function groupByShot(pictures: readonly DemoPicture[], drawn: Drawn): DemoPicture[][] {
  const groups = new Map<string, DemoPicture[]>();
  for (const picture of pictures) {
    const { scene, view, mood } = picture.shot;
    const shot = drawn === "all" ? `${scene}:${view}:${mood}` : scene;
    const key = `${shot}:${picture.purpose}`;
    groups.set(key, [...(groups.get(key) ?? []), picture]);
  }
  return [...groups.values()];
}

async function storeShot(sizes: EncodedPicture[], pictures: readonly DemoPicture[]): Promise<void> {
  const files = pictures.flatMap((picture) =>
    sizes.map(({ width, bytes }) => {
      if (bytes.length > CHUNK_BYTES) throw new Error("A demo picture is heavier than one chunk");
      const filename = pictureFileName({ id: picture.id.toHexString(), width });
      const _id = idFor(`file:${filename}`);
      const file = { _id, length: bytes.length, chunkSize: CHUNK_BYTES, filename };
      return { file: { ...file, uploadDate: picture.createdAt }, bytes };
    }),
  );
  // What a run that was cut short left of them.
  const ids = files.map(({ file }) => file._id);
  await bucketPart("chunks").deleteMany({ files_id: { $in: ids } });
  await bucketPart("files").deleteMany({ _id: { $in: ids } });
  const chunks = files.map(({ file, bytes }) => ({ files_id: file._id, n: 0, data: bytes }));
  await bucketPart("chunks").insertMany(chunks, { ordered: false });
  await bucketPart("files").insertMany(
    files.map(({ file }) => file),
    { ordered: false },
  );
  await ImageModel.insertMany(pictures.map((picture) => documentOf(picture)));
}

function documentOf({ id, owner, purpose, createdAt }: DemoPicture): Image {
  return { _id: id, owner, purpose, ...PICTURE_SIZE, widths: WIDTHS, createdAt };
}

function bucketPart(part: "files" | "chunks") {
  return mongoose.connection.collection(`${PICTURES_BUCKET}.${part}`);
}
