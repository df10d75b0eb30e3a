import { trusted, Types } from "mongoose";
import { z } from "zod";
import { VenueModel } from "@models/venue";
import { changeForm, publishForm } from "./forms";
import { findOwnVenue } from "./own-venue.server";
import { API_FIELDS, toApiVenue, type ApiVenue } from "./venue-shapes";

type VenueJson = ReturnType<typeof toApiVenue>;

/** At most so many in one answer. */
const MOST = 200;

const id = z.string().trim().min(1).max(100).optional();

/** Answers `true` and `false` as forms say them, and the photos under the form's name. */
function asFormFields(payload: unknown): unknown {
  if (payload === null || typeof payload !== "object") return payload;
  const { locationIMG, ...fields } = payload as Record<string, unknown>;
  const { needValidation } = fields;
  return {
    ...fields,
    photo: locationIMG,
    ...(typeof needValidation === "boolean" && { needValidation: String(needValidation) }),
  };
}

/**
 * The payload of /api/location/create: the publish form's fields, the price in euros, and the photos
 * as `data:` URLs or ids of drafts.
 */
export const createPayload = z.preprocess(
  asFormFields,
  publishForm.and(z.object({ userId: id, accountId: id })),
);

/** The payload of /api/location/edit-my-location: what is absent stays as it is. */
export const changePayload = z.preprocess(asFormFields, changeForm.and(z.object({ userId: id })));

/** Of a call that only says who makes it. */
export const ownerPayload = z.object({ userId: id });

/** One venue as its owner has it back. @throws Refusal("not_found") for someone else's */
export async function apiOwnVenue(ownerId: string, venueId: string): Promise<VenueJson> {
  return toApiVenue(await findOwnVenue(ownerId, venueId));
}

/** An owner's venues, newest first. */
export async function apiOwnVenues(ownerId: string): Promise<VenueJson[]> {
  const venues = await VenueModel.find(
    { userId: new Types.ObjectId(ownerId), deletedAt: trusted({ $exists: false }) },
    API_FIELDS,
  )
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .lean<ApiVenue[]>();
  return venues.map(toApiVenue);
}
