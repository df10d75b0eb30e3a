/** How a stored venue is shown: as a card of a list, and as the /api paths answer it. */
import { capacityLabel } from "@models/enumerations";
import type { Venue } from "@models/venue";
import { formatEurosShort } from "~/platform/money";

/** An uploaded photo. */
export interface Picture {
  id: string;
  /** What is seen, in the owner's words; may be empty. */
  alt: string;
  /** Pixels of the largest rendition. */
  width: number;
  height: number;
}

/** A venue in a list. */
export interface VenueTeaser {
  id: string;
  title: string;
  city: string;
  country: string;
  /** Formatted without cents: '480 €'. */
  price: string;
  /** Label: '10 - 50', 'Plus de 100'. */
  capacity: string;
  cover: Picture | null;
  photoCount: number;
  /** The first photos, cover first. */
  photoIds: string[];
}

/** Photos that a card's carousel can turn to; each of them weighs on the page. */
const CAROUSEL_PHOTOS = 4;

/** What a card needs of a venue. */
export const TEASER_FIELDS = "title city country price capacity locationIMG";
export type TeaserVenue = Pick<
  Venue,
  "_id" | "title" | "city" | "country" | "price" | "capacity" | "locationIMG"
>;

export function toPicture(photo: Venue["locationIMG"][number]): Picture {
  const { image, alt, width, height } = photo;
  return { id: image.toString(), alt, width, height };
}

export function toTeaser(venue: TeaserVenue): VenueTeaser {
  const photos = venue.locationIMG;
  return {
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    country: venue.country,
    price: formatEurosShort(venue.price),
    capacity: capacityLabel(venue.capacity),
    cover: photos[0] ? toPicture(photos[0]) : null,
    photoCount: photos.length,
    photoIds: photos.slice(0, CAROUSEL_PHOTOS).map(({ image }) => image.toString()),
  };
}

/** What the /api paths tell everybody of a venue. */
export const API_FIELDS =
  "userId type title description street postalCode city country capacity needValidation price time equipement locationIMG status cancellationPolicy createdAt";
export type ApiVenue = Pick<
  Venue,
  | "_id"
  | "userId"
  | "type"
  | "title"
  | "description"
  | "street"
  | "postalCode"
  | "city"
  | "country"
  | "capacity"
  | "needValidation"
  | "price"
  | "time"
  | "equipement"
  | "locationIMG"
  | "status"
  | "cancellationPolicy"
  | "createdAt"
>;

/** A venue as JSON: the price in euros, photos as addresses, the cover first. */
export function toApiVenue(venue: ApiVenue) {
  return {
    _id: venue._id.toString(),
    userId: venue.userId.toString(),
    type: venue.type,
    title: venue.title,
    description: venue.description,
    street: venue.street,
    postalCode: venue.postalCode,
    city: venue.city,
    country: venue.country,
    capacity: venue.capacity,
    needValidation: venue.needValidation,
    price: venue.price / 100,
    time: venue.time,
    equipement: venue.equipement,
    locationIMG: venue.locationIMG.map(({ image }) => `/images/${image.toString()}/1280.webp`),
    status: venue.status,
    cancellationPolicy: venue.cancellationPolicy,
    createdAt: venue.createdAt.toISOString(),
  };
}
