import { createHash } from "node:crypto";
import { trusted, Types, type ClientSession } from "mongoose";
import { ImageModel } from "@models/image";
import type { Venue } from "@models/venue";
import { pictureBytes, type SentPicture } from "~/platform/images/sent-picture";
import { describedPhoto, photoWords } from "./venue-photos";
import type { VenueChange } from "./venue-input";

/** Photos by what was sent for them: whoever loses an answer sends the same once more, which gets other ids. */

const ID_SHAPE = /^[0-9a-f]{24}$/;

/** Whether it names a photo that was sent before. */
export function isPhotoId(photo: string | SentPicture): photo is string {
  return typeof photo === "string" && ID_SHAPE.test(photo);
}

/** SHA-256 of what was sent, in hexadecimal. */
export function digest(sent: string | Uint8Array): string {
  return createHash("sha256").update(sent).digest("hex");
}

/**
 * What tells the photos of a form or an /api call apart: pictures by their bytes, ids by those that were sent for them;
 * ids as they are where that was not kept, or they are not this owner's.
 */
export async function sentPhotosAs(
  photos: readonly (string | SentPicture)[],
  owner: Types.ObjectId,
): Promise<string[]> {
  const known = await digestsOf(photos.filter(isPhotoId), owner);
  const sentAs: string[] = [];
  // One after the other: each picture is read into the memory for it.
  for (const photo of photos) {
    sentAs.push(
      isPhotoId(photo) ? (known.get(photo) ?? photo) : digest((await pictureBytes(photo)) ?? ""),
    );
  }
  return sentAs;
}

/**
 * What a form says of a venue's photos, by the ids of those that the venue shows beside them where the same was sent
 * for both.
 */
export async function asShown(
  { locationIMG, userId }: Pick<Venue, "locationIMG" | "userId">,
  { photo, described }: Pick<VenueChange, "photo" | "described">,
  transaction: ClientSession,
): Promise<Pick<VenueChange, "photo" | "described">> {
  if (!photo) return {};
  const shown = locationIMG.map(({ image }) => image.toString());
  const unnamed = shown.filter((id) => !photo.includes(id));
  const known = await digestsOf([...unnamed, ...photo.filter(isPhotoId)], userId, transaction);
  const instead = new Map<string, string>();
  for (const id of photo) {
    const sentAs = shown.includes(id) ? undefined : known.get(id);
    const same = unnamed.find((other) => sentAs !== undefined && known.get(other) === sentAs);
    if (same === undefined) continue;
    instead.set(id, same);
    // Each stands for one.
    unnamed.splice(unnamed.indexOf(same), 1);
  }
  const idOf = (id: string) => instead.get(id) ?? id;
  return {
    photo: photo.map(idOf),
    ...(described && {
      described: [...photoWords(described)].map(([id, words]) => describedPhoto(idOf(id), words)),
    }),
  };
}

/** The digest of what was sent for each photo of this owner, by its id, where it was kept. */
async function digestsOf(
  ids: readonly string[],
  owner: Types.ObjectId,
  transaction: ClientSession | null = null,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = { _id: trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }), owner };
  const images = await ImageModel.find(wanted, "sentAs").session(transaction).lean();
  return new Map(
    images.flatMap(({ _id, sentAs }): [string, string][] =>
      sentAs === undefined ? [] : [[_id.toString(), sentAs]],
    ),
  );
}
