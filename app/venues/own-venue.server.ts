import { isValidObjectId, trusted, Types, type ClientSession } from "mongoose";
import { capacityLabel, type Period, type Policy } from "@models/enumerations";
import { VenueModel, type Venue } from "@models/venue";
import { Refusal } from "~/platform/web/refusal";
import type { VenueFormValues } from "./venue-form-values";
import { toPicture, type Picture } from "./venue-shapes";

/** A venue as its owner manages it. */
export interface OwnVenue {
  id: string;
  title: string;
  description: string;
  /** '12 rue des Tilleuls, 69003 Lyon, France' */
  address: string;
  types: string[];
  /** Label: '10 - 50'. */
  capacity: string;
  equipment: string[];
  /** Cents, for a day or a half day. */
  price: number;
  period: Period;
  needValidation: boolean;
  policy: Policy;
  isAvailable: boolean;
  /** Visitors can find it while it is available; false while its owner has no payment account. */
  isListed: boolean;
  pictures: Picture[];
  /** The same as the edit form holds it. */
  values: VenueFormValues;
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
  if (!isValidObjectId(venueId)) throw new Refusal("not_found");
  const venue = await VenueModel.findOne({
    _id: new Types.ObjectId(venueId),
    userId: new Types.ObjectId(ownerId),
    deletedAt: trusted({ $exists: false }),
  })
    .session(transaction ?? null)
    .lean();
  if (!venue) throw new Refusal("not_found");
  return venue;
}

/** The page of a venue for its owner. @throws Refusal("not_found") as `findOwnVenue` */
export async function ownVenue(ownerId: string, venueId: string): Promise<OwnVenue> {
  const venue = await findOwnVenue(ownerId, venueId);
  const { street, postalCode, city, country } = venue;
  return {
    id: venue._id.toString(),
    title: venue.title,
    description: venue.description,
    address: `${street}, ${postalCode} ${city}, ${country}`,
    types: venue.type,
    capacity: capacityLabel(venue.capacity),
    equipment: venue.equipement,
    price: venue.price,
    period: venue.time,
    needValidation: venue.needValidation,
    policy: venue.cancellationPolicy,
    isAvailable: venue.status === "available",
    isListed: venue.listed,
    pictures: venue.locationIMG.map(toPicture),
    values: valuesOf(venue),
  };
}

function valuesOf(venue: Venue): VenueFormValues {
  return {
    status: venue.status,
    type: venue.type,
    street: venue.street,
    postalCode: venue.postalCode,
    city: venue.city,
    country: venue.country,
    capacity: venue.capacity,
    equipement: venue.equipement,
    title: venue.title,
    description: venue.description,
    price: (venue.price / 100).toString().replace(".", ","),
    time: venue.time,
    needValidation: String(venue.needValidation),
    cancellationPolicy: venue.cancellationPolicy,
    photo: venue.locationIMG.map(({ image }) => image.toString()),
  };
}
