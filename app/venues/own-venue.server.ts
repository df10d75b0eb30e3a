import type { ClientSession } from "mongoose";
import { VenueModel, type Venue } from "@models/venue";
import { digestOf } from "~/platform/digest.server";
import { Refusal } from "~/platform/refusal";
import type { Viewer } from "~/platform/viewer.server";
import { formValues, type VenueFormValues } from "./venue-form-values";
import { VENUE_FIELDS } from "./venue-input";
import { describedPhotos } from "./venue-photos";
import {
  inEuros,
  ratingText,
  saidOf,
  toPicture,
  type Picture,
  type RatingText,
  type SaidVenue,
} from "./venue-shapes";

/** An owner, as far as it decides who finds their venues. */
export type Owner = Pick<Viewer, "id" | "stripeStats">;

/** A venue as its owner manages it: what they said of it (the price in cents), and what became of it. */
export interface OwnVenue extends SaidVenue {
  id: string;
  /** Visitors can find it while it is available; false while its owner cannot be paid. */
  isListed: boolean;
  isSuspended: boolean;
  pictures: Picture[];
  rating: RatingText | null;
  /** The same as the edit form holds it. */
  values: VenueFormValues;
  /** Of what is said of it now: `versionOf`. */
  version: string;
}

/**
 * A stored venue, for its owner alone.
 *
 * @throws Refusal("not_found") when there is none, it is someone else's, or it was deleted
 */
export async function findOwnVenue(
  ownerId: string,
  venueId: string,
  transaction?: ClientSession,
): Promise<Venue> {
  // By its id alone, which an index has: with more in the filter all others' would be looked through.
  const venue = await VenueModel.findById(venueId)
    .session(transaction ?? null)
    .lean();
  if (venue?.userId.toString() !== ownerId || venue.deletedAt) throw new Refusal("not_found");
  return venue;
}

/** What is said of venues in this release: another one may know other fields. */
const SHAPE = digestOf([...VENUE_FIELDS, "photos"]).slice(0, 8);

/** Tells what is said of a venue, photos included, from what was said of it at another time. */
export function versionOf(venue: Venue): string {
  const said = VENUE_FIELDS.map((field) => venue[field] ?? null);
  return `${SHAPE}.${digestOf([said, describedPhotos(venue)])}`;
}

/** The same of a venue by its id, as it stands in a transaction; null: there is none. */
export async function venueVersion(
  venueId: string,
  transaction: ClientSession | null,
): Promise<string | null> {
  const venue = await VenueModel.findById(venueId).session(transaction).lean();
  return venue && versionOf(venue);
}

/** Whether a version is of what this release knows of venues: one of another cannot be compared. */
export function isComparable(version: string): boolean {
  return version.startsWith(`${SHAPE}.`);
}

/** Whether visitors can find it, or could if its owner rented it out again. */
export function isFindable(
  { listed, searchable, status }: Pick<Venue, "listed" | "searchable" | "status">,
  { stripeStats }: Pick<Viewer, "stripeStats">,
): boolean {
  return listed && (searchable || (status === "unavailable" && stripeStats === "active"));
}

/** The page of a venue for its owner. @throws Refusal("not_found") as `findOwnVenue` */
export async function ownVenue(owner: Owner, venueId: string): Promise<OwnVenue> {
  const venue = await findOwnVenue(owner.id, venueId);
  const said = saidOf(venue);
  const photo = venue.locationIMG.map(({ image }) => image.toString());
  return {
    ...said,
    id: venue._id.toString(),
    isListed: isFindable(venue, owner),
    isSuspended: venue.suspendedAt !== undefined,
    pictures: venue.locationIMG.map(toPicture),
    rating: ratingText(venue.rating),
    values: { ...formValues(inEuros(said)), photo, described: describedPhotos(venue) },
    version: versionOf(venue),
  };
}
