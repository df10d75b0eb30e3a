import { trusted, Types, type ClientSession } from "mongoose";
import pMap from "p-map";
import { ImageModel, type Image } from "@models/image";
import { pictureBytes, wasChosen, type SentPicture } from "~/platform/images/sent-picture";
import { deleteDraft, storeImage } from "~/platform/images/images.server";
import { createLimiter } from "~/platform/concurrency/limiter";
import { eachUntilAway } from "~/platform/concurrency/p-map.server";
import { IS_SET } from "~/platform/not-set.server";
import { Refusal, type RefusalCode } from "~/platform/refusal";
import { oneLine } from "~/platform/web/fields";
import { limit } from "~/platform/web/rate-limit.server";
import type { Viewer } from "~/platform/viewer.server";
import { PHOTO_COUNT } from "./venue-input";
import { digest, isPhotoId } from "./sent-photos.server";
import { describedPhoto, photoWords } from "./venue-photos";
import type { Picture } from "./venue-shapes";

/**
 * Photos on their way to a venue. They are stored as soon as they are sent, so that a refused form
 * keeps them without script: its hidden fields `photo` name them. What no venue shows a day later is
 * swept away.
 */

/** What one submission may weigh: five photos of 12 MB, and the form around them. */
export const PHOTOS_BYTES = 62_000_000;

/** Photos of one person worked on at once: there are two lanes, and the other one is somebody else's. */
const AT_ONCE = 1;
const DRAFT_LIFETIME_MS = 24 * 3_600_000;
/** Of a file's name its end is told, which has what it is. */
const LONGEST_NAME = 60;
/** So many drafts of one person are stored, and can be shown. */
const MOST_DRAFTS = 60;

/**
 * Stores a form's new photos (files `photos`), takes away those to remove (`removePhoto`), puts the
 * rest in the order of their numbers (`rank`, one for each `photo`) and leaves in the form their ids, as `photo`, and
 * what is said of each (`alt`, likewise), as `described`. What can be stored is stored before anything is refused.
 *
 * @throws Refusal("photo_refused" | "too_many_photos" | "unavailable" | "too_many")
 */
async function receivePhotos(form: FormData, ownerId: string): Promise<void> {
  const owner = new Types.ObjectId(ownerId);
  const removed = new Set(texts(form, "removePhoto"));
  const sent = texts(form, "photo");
  const remaining = inOrder(sent, texts(form, "rank")).filter((id) => !removed.has(id));
  const described = describedIn(form, sent);
  const files = form
    .getAll("photos")
    .filter((value) => typeof value !== "string")
    .filter(wasChosen);
  for (const name of ["photos", "removePhoto", "rank", "alt", "photo", "described"])
    form.delete(name);
  for (const id of remaining) form.append("photo", id);
  for (const [id, words] of described) {
    if (remaining.includes(id)) form.append("described", describedPhoto(id, words));
  }
  for (const id of removed) {
    if (isPhotoId(id)) await deleteDraft(new Types.ObjectId(id), { owner });
  }
  if (files.length === 0) return;
  // Only a form that brings photos counts, which its description cannot tell before it is read.
  await limit("photos", ownerId);
  const room = Math.max(0, PHOTO_COUNT.most - remaining.length);
  // Each is read into the memory a second time when its turn comes.
  const limited = createLimiter(AT_ONCE, room);
  const stored = await Promise.allSettled(
    files
      .slice(0, room)
      .map((file) => limited(async () => await storeDraft(await bytesOf(file), owner))),
  );
  for (const result of stored) {
    if (result.status === "fulfilled" && result.value) form.append("photo", result.value);
  }
  await forgetOldDrafts(owner);
  const failed = stored.flatMap((result, at) =>
    result.status === "rejected"
      ? [{ reason: result.reason as unknown, name: files[at]!.name }]
      : [],
  );
  if (failed[0]) throw toldOf(failed);
  if (files.length > room) throw new Refusal("too_many_photos", { field: "photos" });
}

/**
 * Counts a call that brings new photos, for one that need not: which of them do its description cannot tell before it
 * is read.
 *
 * @throws Refusal("too_many")
 */
export async function allowSentPhotos(
  photos: readonly (string | SentPicture)[],
  ownerId: string,
): Promise<void> {
  if (!photos.every(isPhotoId)) await limit("photos", ownerId);
}

/**
 * The photos of an /api call as ids: pictures are stored as drafts, ids stay as they are.
 *
 * @throws Refusal("photo_refused" | "unavailable")
 */
export async function receiveSentPhotos(
  photos: readonly (string | SentPicture)[],
  ownerId: string,
): Promise<string[]> {
  const owner = new Types.ObjectId(ownerId);
  const ids = await pMap(
    photos,
    async (photo, at) => {
      if (isPhotoId(photo)) return photo;
      const bytes = await pictureBytes(photo);
      if (!bytes) throw photoRefused({ at });
      return await storeDraft(bytes, owner, at);
    },
    { concurrency: AT_ONCE },
  );
  await forgetOldDrafts(owner);
  return ids;
}

/**
 * What the descriptions of all forms with photos have in common: the weight that these may have, and the
 * new ones kept before the fields are checked, so that a refusal loses none.
 */
export const photoFiles = {
  maxBytes: PHOTOS_BYTES,
  store: async (form: FormData, { viewer }: { viewer: Pick<Viewer, "id"> }) =>
    await receivePhotos(form, viewer.id),
};

/** Removes the drafts that are too many for a form to show: nobody can publish them any more. */
async function forgetOldDrafts(owner: Types.ObjectId): Promise<void> {
  const old = await draftsOf(owner, "_id").skip(MOST_DRAFTS).lean();
  for (const { _id } of old) await deleteDraft(_id, { owner });
}

/** A person's drafts, newest first. */
function draftsOf(owner: Types.ObjectId, fields: string) {
  return ImageModel.find({ owner, purpose: "venue", draftSince: IS_SET }, fields).sort({
    draftSince: -1,
    _id: -1,
  });
}

/** @param at which of the photos that are sent, where that is told */
async function storeDraft(bytes: Uint8Array, owner: Types.ObjectId, at?: number): Promise<string> {
  try {
    const draft = { draftSince: new Date(), sentAs: digest(bytes) };
    const { _id } = await storeImage({ bytes, owner, purpose: "venue", ...draft });
    return _id.toString();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== "unavailable") {
      throw photoRefused({ limit: `${UNNAMED}${whyOf(error)}`, at, cause: error });
    }
    throw new Refusal("unavailable", { field: "photos", cause: error });
  }
}

/** What a photo is called that came without a name. */
const UNNAMED = "cette photo";

function photoRefused(told: { limit?: string; at?: number; cause?: unknown }): Refusal {
  return new Refusal("photo_refused", { field: "photos", limit: UNNAMED, ...told });
}

/** What keeps out a photo that has all that photos are said to need. */
const WHY: Partial<Record<RefusalCode, string>> = {
  picture_interlaced:
    "enregistrée en mode progressif ou entrelacé, trop grande pour être lue ainsi",
  picture_deep: "en 16\u00a0bits par couleur, trop grande pour être lue ainsi",
  picture_too_high: "trop haute pour sa largeur",
};

function whyOf(reason: unknown): string {
  const why = reason instanceof Refusal && WHY[reason.code];
  return why ? ` (${why})` : "";
}

const isPhotos = ({ reason }: { reason: unknown }): boolean =>
  reason instanceof Refusal && reason.code === "photo_refused";

/**
 * A refusal of photos names them: who sent five looks for the one that is missing. What went wrong beside, a fault before an
 * outage, is told first: those that it kept are as good as any.
 */
function toldOf(failed: readonly { reason: unknown; name: string }[]): unknown {
  const others = failed.filter((one) => !isPhotos(one)).map(({ reason }) => reason);
  if (others.length > 0) return others.find((reason) => !(reason instanceof Refusal)) ?? others[0];
  const named = failed.map(({ reason: own, name }) => {
    const why = own instanceof Refusal ? whyOf(own.cause) : "";
    return `«\u00a0${[...name].slice(-LONGEST_NAME).join("")}\u00a0»${why}`;
  });
  return photoRefused({ limit: named.join(", "), cause: failed[0]?.reason });
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

function texts(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === "string");
}

/**
 * Ids by the number beside each; one without a number stays where it is. Of two with one number, that has it which was
 * given it: moved up it goes before the one that was there, moved down behind it.
 */
function inOrder(ids: readonly string[], ranks: readonly string[]): string[] {
  const placed = ids.map((id, index) => {
    const place = index + 1;
    const typed = Number.parseInt(ranks[index] ?? "", 10);
    const rank = Number.isNaN(typed) ? place : typed;
    return { id, rank, move: Math.sign(rank - place) };
  });
  placed.sort((a, b) => a.rank - b.rank || a.move - b.move);
  return [...new Set(placed.map(({ id }) => id))];
}

/** What a form says of its photos: typed beside them, or as it was kept where it shows no field for it. */
function describedIn(form: FormData, ids: readonly string[]): Map<string, string> {
  const typed = texts(form, "alt");
  if (typed.length === 0) return photoWords(texts(form, "described"));
  return new Map(ids.map((id, index) => [id, oneLine(typed[index]) ?? ""]));
}

/** A person's drafts, newest first, for a form to show those that it names. */
export async function draftPictures(ownerId: string): Promise<Picture[]> {
  const images = await draftsOf(new Types.ObjectId(ownerId), "width height")
    .limit(MOST_DRAFTS)
    .lean();
  return images.map(({ _id, width, height }) => ({ id: _id.toString(), alt: "", width, height }));
}

/**
 * Makes drafts of this owner into photos that are shown, in the caller's transaction.
 *
 * @param shown those of the photos that are shown already
 * @returns the others by id
 * @throws Refusal("photos_gone") when one of these is no draft of theirs (any more), with its place among the photos
 */
export async function claimDrafts(
  photo: readonly string[],
  owner: Types.ObjectId,
  transaction: ClientSession,
  shown: readonly string[] = [],
): Promise<Map<string, Pick<Image, "_id" | "width" | "height">>> {
  const ids = photo.filter((id) => !shown.includes(id));
  if (ids.length === 0) return new Map();
  const requireAll = (isThere: (id: string) => boolean) => {
    const gone = ids.find((id) => !isThere(id));
    if (gone === undefined) return;
    throw new Refusal("photos_gone", { field: "photos", at: photo.indexOf(gone) });
  };
  requireAll(isPhotoId);
  const wanted = {
    _id: trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }),
    owner,
    purpose: "venue" as const,
    draftSince: IS_SET,
  };
  const images = await ImageModel.find(wanted, { width: 1, height: 1 }).session(transaction).lean();
  const drafts = new Map(images.map((image) => [image._id.toString(), image]));
  requireAll((id) => drafts.has(id));
  await ImageModel.updateMany(wanted, { $unset: { draftSince: 1 } }).session(transaction);
  return drafts;
}

/**
 * Gives photos up that a venue no longer shows, in the caller's transaction: they are drafts again,
 * for forms that still name them, and swept a day later.
 */
export async function releasePhotos(
  ids: readonly Types.ObjectId[],
  owner: Types.ObjectId,
  transaction: ClientSession,
): Promise<void> {
  if (ids.length === 0) return;
  await ImageModel.updateMany(
    { _id: trusted({ $in: [...ids] }), owner },
    { $set: { draftSince: new Date() } },
  ).session(transaction);
}

/**
 * Removes what has been a draft for more than a day at `now`; one that cannot be removed keeps no other, and it ends at an
 * outage of the bucket.
 *
 * @returns how many
 * @throws AggregateError once the others had their turn, of those that could not be removed
 */
export async function sweepDraftPhotos(now: Date): Promise<number> {
  const before = new Date(now.getTime() - DRAFT_LIFETIME_MS);
  const old = await ImageModel.find({ draftSince: trusted({ $lt: before }) }, { _id: 1 }).lean();
  let removed = 0;
  const sweep = async ({ _id }: Pick<Image, "_id">) => {
    if (await deleteDraft(_id, { tells: true })) removed += 1;
  };
  const errors = await eachUntilAway(old, sweep, { failure: "abandoned photo not removed" });
  if (errors.length > 0) throw new AggregateError(errors, "Some abandoned photos were not removed");
  return removed;
}
