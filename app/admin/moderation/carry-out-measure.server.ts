/** The measures that change a venue or an account, each with its letter and the decision in one transaction. */
import { Types, type ClientSession } from "mongoose";
import { enqueue } from "@jobs/queue";
import type { RemovedPhoto } from "@models/moderation-decision";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { venueVersion } from "~/venues/own-venue.server";
import { removePhoto } from "~/venues/remove-photo.server";
import { suspendVenue } from "~/venues/suspend-venue.server";
import { confirmActor, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { hideWithAuthor } from "../reviews/decide-review.server";
import { banUser } from "../users/ban-user.server";
import { callOffDecided, decideCallingOff } from "../users/calling-off.server";
import {
  asSeen,
  comingAtVenue,
  NOTHING_CALLED_OFF,
  type CalledOff,
} from "../users/cancel-coming.server";
import type { ComingChoice } from "../users/forms";
import { mailPhotoRemoved, mailSuspended } from "./moderation-mails.server";
import type { Reported } from "./reported.server";

/** What is carried out, and what is written with it. */
interface Carried {
  actor: Actor;
  reported: Reported;
  /** As it is told to whom it concerns. */
  why: string;
  /** Where they appeal against it. */
  appeal: string;
  /** Whether there are reports that it decides of. */
  isReported: (transaction: ClientSession) => Promise<boolean>;
  now: Date;
  /** Writes the decision and what becomes of the reports. */
  alongside: (transaction: ClientSession, removed?: RemovedPhoto) => Promise<void>;
}

interface ShuttingOut extends Carried {
  /** The administrator's own. */
  password: string | undefined;
  /** What becomes of the reservations to come. */
  coming: ComingChoice;
  /** What the page said of those (`comingSeen`). */
  seen?: string | undefined;
}

/**
 * Takes one photo off a venue. The caller sends the mails.
 *
 * @param request.photo its picture's id
 * @throws Refusal("photo_not_shown" | "last_photo"), and those of `alongside`
 */
export async function removeReported({
  actor,
  reported,
  why,
  appeal,
  isReported,
  now,
  alongside,
  decisionId,
  photo,
}: Carried & { decisionId: Types.ObjectId; photo: string }): Promise<void> {
  const venueId = reported.target;
  await inTransaction(async (transaction) => {
    const target = new Types.ObjectId(venueId);
    const removed = await removePhoto(target, photo, decisionId, transaction);
    const after = `photo ${removed.photo.place + 1} retirée`;
    const told = { decisionId, why, appeal, isReported: await isReported(transaction) };
    await recordAct(
      { actor, act: "venue.remove-photo", target: venueId, why, after, at: now },
      transaction,
    );
    await alongside(transaction, removed.photo);
    await mailPhotoRemoved(reported, { ...told, ...removed }, transaction);
  });
  await bumpContentVersion({ venues: [venueId] });
}

/**
 * Takes a venue off the site.
 *
 * @param request.version what the page was decided of (`versionOf`): its owner may have mended it since. Absent: no page
 * @returns what became of its reservations to come
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "coming_changed" | "venue_suspended" |
 *   "venue_mended" | "not_found"), and those of `alongside`
 */
export async function suspendReported({
  actor,
  reported,
  why,
  appeal,
  isReported,
  password,
  coming,
  seen,
  version,
  now,
  alongside,
}: ShuttingOut & { version?: string | undefined }): Promise<CalledOff> {
  await confirmActor(actor, password, now);
  const venueId = reported.target;
  const known = coming === "cancel" ? asSeen(await comingAtVenue(venueId, now), seen) : [];
  const decided = await inTransaction(async (transaction) => {
    await suspendVenue(new Types.ObjectId(venueId), now, transaction);
    await requireAsRead(venueId, version, transaction);
    await recordAct(
      { actor, act: "venue.suspend", target: venueId, why, after: "suspendu", at: now },
      transaction,
    );
    const told = { why, appeal, isReported: await isReported(transaction), coming, now };
    await alongside(transaction);
    await mailSuspended(reported, told, transaction);
    if (coming === "keep") return null;
    return await decideCallingOff({ of: `venue:${venueId}`, actor, why, known, now }, transaction);
  });
  await bumpContentVersion({ venues: [venueId] });
  await enqueue("send-mails");
  return decided ? await callOffDecided(decided, now) : NOTHING_CALLED_OFF;
}

/** @throws Refusal("venue_mended") when a venue is no more what a page showed of it */
async function requireAsRead(
  venueId: string,
  version: string | undefined,
  transaction: ClientSession,
): Promise<void> {
  if (version === undefined || version === (await venueVersion(venueId, transaction))) return;
  throw new Refusal("venue_mended", { field: "version" });
}

/**
 * Bans an account; a review that is reported is hidden with its author's.
 *
 * @param request.isReported whether there were reports when it was decided
 * @returns what became of its reservations to come
 * @throws those of `banUser` and `alongside`
 */
export async function banReported({
  reported,
  userId,
  ...carried
}: Omit<ShuttingOut, "isReported"> & { userId: string; isReported: boolean }): Promise<CalledOff> {
  const { actor, why, now } = carried;
  let left: Types.ObjectId | null = null;
  const hide = async (transaction: ClientSession) => {
    left = await hideWithAuthor({ actor, reviewId: reported.target, why, now }, transaction);
    return left && reported.place;
  };
  const calledOff = await banUser({
    ...carried,
    userId,
    ...(reported.kind === "review" && { hide }),
  });
  if (left) await bumpContentVersion({ venues: [String(left)] });
  return calledOff;
}
