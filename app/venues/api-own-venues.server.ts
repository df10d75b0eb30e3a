import { Types } from "mongoose";
import { z } from "zod";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { NOT_SET } from "~/platform/not-set.server";
import type { Viewer } from "~/platform/viewer.server";
import { placeOf } from "~/platform/paging";
import type { InputData } from "~/platform/web/input";
import { Refusal } from "~/platform/refusal";
import { pageShape } from "./api-venues.server";
import { allowSentPhotos, receiveSentPhotos } from "./draft-photos.server";
import { changeVenue, type Saving } from "./edit-venue.server";
import { findOwnVenue } from "./own-venue.server";
import { publishVenue } from "./publish-venue.server";
import { sentPhotosAs } from "./sent-photos.server";
import { findSent, sentAsOf } from "./sent-venue.server";
import type { changeInput, createInput } from "./venue-input";
import { API_FIELDS, apiVenueShape, toApiVenue, type ApiVenue } from "./venue-shapes";

/** So many are in one answer. */
const PER_PAGE = 200;

/** A venue as its owner has it back, with the account that is paid for it. */
export const ownVenueShape = apiVenueShape.extend({ accountId: z.string().nullable() });
export type OwnVenueJson = z.infer<typeof ownVenueShape>;
/** A page of them. */
export const ownVenuesShape = z
  .object({ locations: z.array(ownVenueShape) })
  .extend(pageShape.shape);

/** What a call asks before it takes photos in. @throws Refusal("account_required") */
export function requirePaymentAccount({ stripeStats }: Pick<Viewer, "stripeStats">): void {
  if (!stripeStats) throw new Refusal("account_required");
}

/**
 * Publishes a venue of the caller's own; owner and payment account, when they are named, must be the
 * caller's. The same sent again is the venue that stands.
 *
 * @throws Refusal("forbidden"), and those of `receiveSentPhotos` and `publishVenue`
 */
export async function apiPublish(
  caller: Viewer,
  { userId, accountId, locationIMG, ...fields }: InputData<typeof createInput>,
  now: Date,
): Promise<OwnVenueJson> {
  if (userId !== undefined && userId !== caller.id) throw new Refusal("forbidden");
  if (accountId !== undefined && accountId !== caller.accountId) throw new Refusal("forbidden");
  const owner = new Types.ObjectId(caller.id);
  const sentAs = sentAsOf(fields, await sentPhotosAs(locationIMG, owner));
  const publish = async () => {
    const photo = await receiveSentPhotos(locationIMG, caller.id);
    return await publishVenue(caller.id, { ...fields, photo }, now, sentAs);
  };
  // Before photos are stored once more: a program that did not wait for them would not do so the second time.
  const earlier = await findSent(owner, sentAs);
  return await apiOwnVenue(caller.id, earlier ?? (await ofSentPhotos(publish)));
}

/**
 * Changes some of a venue of this owner; photos that are named are all that it shows then.
 *
 * @throws Refusal("too_many") for photos that are sent, and those of `receiveSentPhotos` and `changeVenue`
 */
export async function apiChange(
  ownerId: string,
  venueId: string,
  { userId: _userId, locationIMG, ...change }: InputData<typeof changeInput>,
  saving: Saving,
): Promise<OwnVenueJson> {
  if (locationIMG) {
    // Whose it is, before anything is stored for it.
    await findOwnVenue(ownerId, venueId);
    await allowSentPhotos(locationIMG, ownerId);
  }
  await ofSentPhotos(async () => {
    const photo = locationIMG && (await receiveSentPhotos(locationIMG, ownerId));
    await changeVenue(ownerId, venueId, { ...change, ...(photo && { photo }) }, saving);
  });
  return await apiOwnVenue(ownerId, venueId);
}

/** Does something with photos of a call, and tells what is refused of them where the call has them. */
async function ofSentPhotos<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.field !== "photos") throw error;
    throw error.about("locationIMG");
  }
}

/** One venue as its owner has it back. @throws Refusal("not_found") for someone else's */
export async function apiOwnVenue(ownerId: string, venueId: string): Promise<OwnVenueJson> {
  const venue = toApiVenue(await findOwnVenue(ownerId, venueId));
  return { ...venue, accountId: await accountOf(ownerId) };
}

async function accountOf(ownerId: string): Promise<string | null> {
  return (await UserModel.findById(ownerId, "accountId").lean())?.accountId ?? null;
}

/** A page of an owner's venues, newest first; what lies outside the list is led to its nearest page. */
export async function apiOwnVenues(
  ownerId: string,
  page: number,
): Promise<z.infer<typeof ownVenuesShape>> {
  const own = { userId: new Types.ObjectId(ownerId), deletedAt: NOT_SET };
  const { total: count, ...place } = placeOf(await VenueModel.countDocuments(own), page, PER_PAGE);
  const venues = await VenueModel.find(own, API_FIELDS)
    .sort({ createdAt: -1, _id: -1 })
    .skip((place.page - 1) * PER_PAGE)
    .limit(PER_PAGE)
    .lean<ApiVenue[]>();
  const accountId = await accountOf(ownerId);
  const locations = venues.map((venue) => ({ ...toApiVenue(venue), accountId }));
  return { locations, count, ...place };
}
