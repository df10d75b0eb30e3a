import { ImageModel, type Image } from "@models/image";
import { eachUntilAway } from "../concurrency/p-map.server";
import { forgetRemoval, noteMove } from "./images.server";
import { gridFsPictures } from "./gridfs-pictures.server";
import type { PictureStore } from "./picture-store";

/**
 * Brings pictures that the database has into `bucket`, each whole before it leaves the database, so that it
 * can be read all the time. Safe to end and to run again, beside running processes. One that the bucket refuses keeps no
 * other; where it takes none of several in a row it ends.
 *
 * @returns how many pictures were moved, the ids of those that could not be, and how many were not tried
 */
export async function movePictures(
  bucket: PictureStore,
): Promise<{ moved: number; failed: string[]; untried: number }> {
  let moved = 0;
  const failed: string[] = [];
  const pictures = await ImageModel.find({}, "widths").lean();
  let untried = pictures.length;
  const move = async (picture: Moved) => {
    untried -= 1;
    try {
      if (await movePicture(picture, bucket)) moved += 1;
    } catch (error) {
      failed.push(picture._id.toHexString());
      throw error;
    }
  };
  await eachUntilAway(pictures, move, { failure: "picture not moved" });
  return { moved, failed, untried };
}

type Moved = Pick<Image, "_id" | "widths">;

/** @returns whether it was in the database */
async function movePicture({ _id, widths }: Moved, bucket: PictureStore): Promise<boolean> {
  const id = _id.toHexString();
  const found = await Promise.all(
    widths.map(async (width) => ({ width, bytes: await gridFsPictures.get({ id, width }) })),
  );
  const isHere = found.some(({ bytes }) => bytes !== null);
  if (isHere) {
    // For a run that is killed here after somebody removed the picture: nothing else would know of its bytes.
    const note = await noteMove(_id, widths);
    const put = async ({ width, bytes }: (typeof found)[number]) => {
      if (bytes) await bucket.put({ id, width }, bytes);
    };
    await Promise.all(found.map(put));
    // Removed by somebody meanwhile: then it is to lie nowhere.
    if (!(await ImageModel.exists({ _id }))) await bucket.remove(id, widths);
    await forgetRemoval(note);
  }
  // Whether or not: a run that was killed here left names without bytes.
  await gridFsPictures.remove(id, widths);
  return isHere;
}
