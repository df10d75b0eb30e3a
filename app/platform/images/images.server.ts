import { ImageModel, type Image, type ImagePurpose } from "@models/image";
import { PictureRemovalModel } from "@models/picture-removal";
import { trusted, type ClientSession, Types, type UpdateQuery } from "mongoose";
import { logger } from "../log.server";
import { IS_SET } from "../not-set.server";
import { Refusal } from "../refusal";
import { dropCached, readCached } from "./cached-pictures.server";
import { cacheName, sharedCacheName } from "./erased-pictures.server";
import { forgetPicture, pictureOf, type KnownPicture } from "./known-pictures.server";
import { encodePicture, PICTURE_WIDTHS, type EncodedPicture } from "./picture-encoding.server";
import { pictureStore } from "./pictures.server";
import { encodeShared, SHARED_WIDTH } from "./shared-picture.server";

/**
 * Pictures, from the bytes someone sends to the bytes a page shows. They lie in the
 * database or in a bucket (`pictures.server.ts`), one file a size, so that any number of web processes
 * share them, behind a cache on each machine's disk. A stored picture never changes: only its id does.
 */

const ID_SHAPE = /^[0-9a-f]{24}$/;
/** Longer than a picture can be on its way into the store. */
const UNDER_WAY_MS = 3_600_000;

export interface StoreImageRequest {
  bytes: Uint8Array;
  owner: Types.ObjectId;
  purpose: ImagePurpose;
  /** The transaction that the image's document belongs to; its bytes are stored outside of it. */
  session?: ClientSession;
  /** Nothing shows it yet, since then: it goes away in a day unless something does by then. */
  draftSince?: Date;
  /** What tells the same bytes by when they are sent once more, where that is asked. */
  sentAs?: string;
  /** For data whose ids must be known beforehand. */
  id?: Types.ObjectId;
}

/**
 * Checks, re-encodes and stores a picture. The bytes go in before the document that names them, and are noted before
 * both: a crash in between leaves bytes that are swept, never an image without its bytes.
 *
 * @throws Refusal `too_large`, `unsupported_type` or `unavailable`, see `encodePicture`; the last also
 *   when they cannot be kept.
 */
export async function storeImage(request: StoreImageRequest): Promise<Image> {
  const { bytes, owner, purpose, session, draftSince, sentAs } = request;
  const { id = new Types.ObjectId() } = request;
  const sizes = await encodePicture(bytes, purpose);
  const largest = sizes.at(-1);
  if (!largest) throw new Error("A picture was encoded to no size at all");
  const widths = sizes.map(({ width }) => width);
  // eslint-disable-next-line transactions/within-transaction -- it has to stay when the transaction is undone: the bytes do
  await noteRemoval(id, widths);
  await keep(id, sizes);
  const [document] = await ImageModel.create(
    [
      {
        _id: id,
        owner,
        purpose,
        width: largest.width,
        height: largest.height,
        widths,
        draftSince,
        sentAs,
      },
    ],
    { session },
  );
  if (!document) throw new Error("An image was created without a document");
  // A transaction may yet be undone: then the sweep asks.
  // eslint-disable-next-line transactions/within-transaction -- there is none
  if (!session) await forgetRemoval(id);
  return document.toObject();
}

/** Keeps all sizes, or none in the end. */
async function keep(id: Types.ObjectId, sizes: readonly EncodedPicture[]): Promise<void> {
  const key = id.toHexString();
  const puts = sizes.map(({ width, bytes }) => pictureStore.put({ id: key, width }, bytes));
  const outcomes = await Promise.allSettled(puts);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}

export interface StoredPicture {
  /** WebP, or JPEG of `readSharedImage`. */
  bytes: Buffer;
  /** Quoted, strong: the bytes under it never change. */
  etag: string;
  /** As in `KnownPicture`. */
  isPublic: boolean;
}

/**
 * A picture's bytes at one of `PICTURE_WIDTHS`, or at the nearest width that it has, the wider of
 * two as near. Null when there is no such image, when it is not for whoever asks, or when the width is neither one of
 * those nor one of the image's own.
 *
 * @param isFor whether whoever asks may have it; everything inside the product may
 */
export async function readImage(
  id: string,
  width: number,
  isFor: (picture: KnownPicture) => Promise<boolean> | boolean = () => true,
): Promise<StoredPicture | null> {
  if (!ID_SHAPE.test(id)) return null;
  const picture = await pictureOf(id);
  if (!picture || !(await isFor(picture))) return null;
  const { widths, isPublic } = picture;
  if (!isPageWidth(width) && !widths.includes(width)) return null;
  const nearest = nearestWidth(widths, width);
  const bytes = await readWidth(id, nearest);
  return bytes === null ? null : { bytes, etag: `"${id}-${nearest}"`, isPublic };
}

/**
 * A picture as shared links show it: JPEG, for several of those who show them know no WebP, `SHARED_WIDTH` wide or the
 * nearest that there is. Made when it is asked for and not on this machine's disk; null as of `readImage`.
 *
 * @throws Refusal("unavailable") when too many wait for theirs
 */
export async function readSharedImage(
  id: string,
  isFor: (picture: KnownPicture) => Promise<boolean> | boolean,
): Promise<StoredPicture | null> {
  if (!ID_SHAPE.test(id)) return null;
  const picture = await pictureOf(id);
  if (!picture || !(await isFor(picture))) return null;
  const width = nearestWidth(picture.widths, SHARED_WIDTH);
  const make = async () => {
    const bytes = await readWidth(id, width);
    return bytes && (await encodeShared(bytes));
  };
  const bytes = await readCached({ id, name: sharedCacheName(id), read: make });
  return bytes && { bytes, etag: `"${id}-partage"`, isPublic: picture.isPublic };
}

async function readWidth(id: string, width: number): Promise<Buffer | null> {
  const read = () => pictureStore.get({ id, width });
  return await readCached({ id, name: cacheName(id, width), read });
}

/**
 * Removes a picture: first its document, so that nobody can ask for it any more, then its bytes.
 * Other processes may show it for some minutes from what they remember, and have it on their disk for an hour at most
 * (`erased-pictures.server.ts`). Does nothing the second time.
 *
 * @param options.tells see `deleteBytes`
 */
export async function deleteImage(
  id: Types.ObjectId,
  { tells = false }: { tells?: boolean } = {},
): Promise<void> {
  await remove(id, () => ImageModel.findByIdAndDelete(id).lean(), tells);
}

/**
 * Removes a picture if it is still a draft at that moment; one that something shows by now stays.
 *
 * @param options.owner when given, whose it must be
 * @param options.tells see `deleteBytes`
 * @returns whether it was removed
 */
export async function deleteDraft(
  id: Types.ObjectId,
  { owner, tells = false }: { owner?: Types.ObjectId; tells?: boolean } = {},
): Promise<boolean> {
  const draft = { _id: id, draftSince: IS_SET, ...(owner && { owner }) };
  return await remove(id, () => ImageModel.findOneAndDelete(draft).lean(), tells);
}

/**
 * Removes the document, if `take` finds it as it is to be, then the bytes; noted before both, for a crash in between.
 *
 * @returns whether there was such a document
 */
async function remove(
  id: Types.ObjectId,
  take: () => Promise<Pick<Image, "widths"> | null>,
  tells: boolean,
): Promise<boolean> {
  const found = await ImageModel.findById(id, "widths").lean();
  if (!found) return false;
  await noteRemoval(id, found.widths);
  const taken = await take();
  // Else somebody shows it by now, or is removing it: the sweep asks.
  if (taken) await deleteBytes(id, taken.widths, tells);
  return taken !== null;
}

/**
 * @param tells whether a bucket that does not answer is told to the caller, who removes many and would wait for it with each:
 * to who removes one it makes no difference, for nobody can ask for it any more, and its bytes are noted
 */
async function deleteBytes(
  id: Types.ObjectId,
  widths: readonly number[],
  tells: boolean,
): Promise<void> {
  const key = id.toHexString();
  forgetPicture(key);
  await dropCached(key, widths);
  try {
    await pictureStore.remove(key, widths);
    await forgetRemoval(id);
  } catch (error) {
    if (tells || !(error instanceof Refusal)) throw error;
  }
}

/**
 * One picture is shown in the place of another, whatever happens to this process after the commit: the former is a draft
 * from then on, which is swept a day later.
 */
export async function showInstead(
  { former, shown }: { former: Types.ObjectId | undefined; shown: Types.ObjectId | null },
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const change = async (_id: Types.ObjectId, update: UpdateQuery<Image>) =>
    await ImageModel.updateOne({ _id }, update).session(transaction);
  if (former) await change(former, { $set: { draftSince: now } });
  if (shown) await change(shown, { $unset: { draftSince: 1 } });
}

/** Notes bytes that nothing may show by the time the sweep looks, for `sweepRemovedPictures`. */
async function noteRemoval(_id: Types.ObjectId, widths: readonly number[]): Promise<void> {
  const since = new Date();
  await PictureRemovalModel.updateOne({ _id }, { $set: { widths, since } }, { upsert: true });
}

/**
 * As `noteRemoval`, for bytes that are brought to another place: by a note of its own, which whoever removes the picture
 * meanwhile does not forget with theirs.
 *
 * @returns the note's id, for `forgetRemoval`
 */
export async function noteMove(
  image: Types.ObjectId,
  widths: readonly number[],
): Promise<Types.ObjectId> {
  const _id = new Types.ObjectId();
  await PictureRemovalModel.create({ _id, image, widths: [...widths], since: new Date() });
  return _id;
}

/** Once that is done, or something shows them. */
export async function forgetRemoval(_id: Types.ObjectId): Promise<void> {
  await PictureRemovalModel.deleteOne({ _id });
}

/** So many failures in a row are an outage, not some pictures'. */
const FAILURES_OF_AN_OUTAGE = 3;

/**
 * Removes what a bucket did not remove when it was to, and what a process left that ended in between; those first that were
 * tried longest ago, or never. One that the bucket refuses to remove keeps no other, and is told once all were tried.
 *
 * @returns how many pictures; it ends at an outage
 */
export async function sweepRemovedPictures(now: Date): Promise<number> {
  const since = trusted({ $lt: new Date(now.getTime() - UNDER_WAY_MS) });
  let removed = 0;
  let failures = 0;
  let refused: unknown;
  const due = await PictureRemovalModel.find({ since }).sort({ triedAt: 1, since: 1 }).lean();
  for (const { _id, image = _id, widths } of due) {
    try {
      // Before it is tried, so that those that are refused each night keep no others from their turn.
      await PictureRemovalModel.updateOne({ _id }, { $set: { triedAt: now } });
      // Stored, or kept after all.
      const isShown = await ImageModel.exists({ _id: image });
      if (!isShown) await pictureStore.remove(image.toHexString(), widths);
      await forgetRemoval(_id);
      removed += 1;
      failures = 0;
    } catch (error) {
      failures += 1;
      refused ??= error;
      if (failures === FAILURES_OF_AN_OUTAGE) break;
      logger.warn({ err: error, image: image.toHexString() }, "picture not removed");
    }
  }
  if (refused !== undefined) throw refused;
  return removed;
}

/** The width of an image's own that serves best where `width` is asked for. */
export function nearestWidth(widths: readonly number[], width: number): number {
  const byDistance = [...widths].sort((a, b) => Math.abs(a - width) - Math.abs(b - width) || b - a);
  const nearest = byDistance[0];
  if (nearest === undefined) throw new RangeError("An image without any width");
  return nearest;
}

function isPageWidth(width: number): boolean {
  return PICTURE_WIDTHS.some((known) => known === width);
}
