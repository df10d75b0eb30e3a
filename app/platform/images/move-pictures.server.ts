import { ImageModel } from "@models/image";
import { forgetRemoval, noteMove } from "./images.server";
import { gridFsPictures } from "./gridfs-pictures.server";
import type { PictureStore } from "./picture-store";

/**
 * Brings pictures that the database has into `bucket`, each whole before it leaves the database, so that it
 * can be read all the time. Safe to end and to run again, beside running processes.
 *
 * @returns how many pictures were moved
 */
export async function movePictures(bucket: PictureStore): Promise<number> {
  let moved = 0;
  for await (const { _id, widths } of ImageModel.find({}, "widths").lean().cursor()) {
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
    if (isHere) moved += 1;
  }
  return moved;
}
