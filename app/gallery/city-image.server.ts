import { Types, type ClientSession } from "mongoose";
import { GalleryTileModel } from "@models/gallery-tile";
import type { Image } from "@models/image";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { showInstead, storeImage } from "~/platform/images/images.server";
import { pictureBytes, type SentPicture } from "~/platform/images/sent-picture";
import { Refusal } from "~/platform/refusal";

interface CityImage {
  /** As it stands on the tile. */
  name: string;
  /** Zero-based. */
  place: number;
  /** A file, or a `data:` URL. */
  image: SentPicture | string;
  /** The administrator who puts it there. */
  by: string;
  now: Date;
  /** What else belongs to it, in its transaction; told the name that stood there. */
  within: (former: string | undefined, transaction: ClientSession) => Promise<void>;
}

/**
 * Puts a city's picture on its place of the home page. The one that was there is swept a day later: home pages on
 * their way, and those that a shared cache keeps, still show it.
 *
 * @throws Refusal("unsupported_type" | "too_large" | "unavailable"), about the field `image`
 */
export async function setCityImage(request: CityImage): Promise<void> {
  const { name, place, by, now, within } = request;
  // A draft until its tile shows it: what a crash leaves is swept a day later.
  const { _id: image } = await stored(request.image, new Types.ObjectId(by), now);
  await inTransaction(async (transaction) => {
    const _id = `city:${place}`;
    const tile = { section: "city" as const, place, text: name, image, updatedAt: now };
    const before = await GalleryTileModel.findById(_id).session(transaction).lean();
    await GalleryTileModel.updateOne({ _id }, { $set: tile }, { upsert: true }).session(
      transaction,
    );
    await showInstead({ former: before?.image, shown: image }, now, transaction);
    await within(before?.text, transaction);
  });
  await bumpContentVersion({ pages: true });
}

async function stored(
  sent: SentPicture | string,
  owner: Types.ObjectId,
  draftSince: Date,
): Promise<Image> {
  const bytes = await pictureBytes(sent);
  if (!bytes) throw new Refusal("unsupported_type", { field: "image" });
  try {
    return await storeImage({ bytes, owner, purpose: "gallery", draftSince });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code, { field: "image", cause: error });
  }
}
