/** How a stored venue is shown: as a card of a list, as its owner said it, as the /api paths answer it. */
import { z } from "zod";
import { capacityLabel } from "@models/enumerations";
import type { Venue, VenueRating } from "@models/venue";
import { unitsOf, type StayRequest } from "~/rules/calendar";
import { priceTag, quote, unitsText, type PriceTag } from "~/rules/price";
import { centsToEuros, formatEuros } from "~/platform/money";
import { formatDecimal } from "~/platform/numbers";
import { baseOf } from "~/platform/web/input";
import { ratingOf } from "./rating";
import { foundStay, type WantedDays } from "./search-engine";
import { VENUE_FIELDS, venueFields, type VenueField } from "./venue-input";

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
  price: PriceTag;
  /** What the days that it was found for come to; absent when none were asked for. */
  stay?: {
    /** '3 jours', '6 demi-journées'. */
    units: string;
    /** Formatted, the fee included. */
    total: string;
    /** The days as the query string of the venue's page. */
    query: string;
  };
  /** Label: '10 - 50', 'Plus de 100'. */
  capacity: string;
  /** Whether its owner answers each request, within 24 hours. */
  needValidation: boolean;
  cover: Picture | null;
  photoCount: number;
  /** The first photos, cover first. */
  photoIds: string[];
  /** Null before the first published review. */
  rating: RatingText | null;
}

/** What published reviews say of a venue. */
export interface RatingText {
  /** Of 5, to one decimal: '4,6'. */
  average: string;
  count: number;
}

/** Photos that a card's carousel can turn to; each of them weighs on the page. */
const CAROUSEL_PHOTOS = 4;

/** What a card needs of a venue. */
export const TEASER_FIELDS =
  "title city country price time longestStay capacity needValidation locationIMG rating";
export type TeaserVenue = Pick<
  Venue,
  | "_id"
  | "title"
  | "city"
  | "country"
  | "price"
  | "time"
  | "longestStay"
  | "capacity"
  | "needValidation"
  | "locationIMG"
  | "rating"
>;

export function toPicture(photo: Venue["locationIMG"][number]): Picture {
  const { image, alt, width, height } = photo;
  return { id: image.toString(), alt, width, height };
}

/** @param days those that it was found for */
export function toTeaser(venue: TeaserVenue, days?: WantedDays): VenueTeaser {
  const photos = venue.locationIMG;
  const price = { period: venue.time, unitPrice: venue.price };
  return {
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    country: venue.country,
    price: priceTag(price),
    ...(days && { stay: stayOf(venue.price, foundStay(venue, days)) }),
    capacity: capacityLabel(venue.capacity),
    needValidation: venue.needValidation,
    cover: photos[0] ? toPicture(photos[0]) : null,
    photoCount: photos.length,
    photoIds: photos.slice(0, CAROUSEL_PHOTOS).map(({ image }) => image.toString()),
    rating: ratingText(venue.rating),
  };
}

export function ratingText(rating: VenueRating | undefined): RatingText | null {
  const known = rating && ratingOf(rating.count, rating.sum);
  return known ? { average: formatDecimal(known.average / 10), count: known.count } : null;
}

function stayOf(unitPrice: number, stay: StayRequest) {
  const price = { period: stay.period, unitPrice };
  const units = unitsOf(stay);
  return {
    units: unitsText({ ...price, units }),
    total: formatEuros(quote({ ...price, units }).total),
    query: daysQuery(stay),
  };
}

/** What a search found as the query string of a venue's page: '?start=2027-06-11&end=2027-06-13', '…&endSlot=AM'. */
export function daysQuery({ startDate, endDate, startSlot, endSlot }: StayRequest): string {
  const slots = startSlot && endSlot && { startSlot, endSlot };
  return `?${new URLSearchParams({ start: startDate, end: endDate, ...slots }).toString()}`;
}

/** What is stored of all that an owner says of a venue; the price in cents. */
export type SaidVenue = Pick<Venue, VenueField>;

/** What its owner said of a venue, of all that is stored of it. */
export function saidOf(venue: SaidVenue): SaidVenue {
  return saidAmong(VENUE_FIELDS, venue);
}

function saidAmong<F extends VenueField>(fields: readonly F[], venue: Pick<Venue, F>) {
  const said = fields.filter((name) => venue[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, venue[name]])) as unknown as Pick<Venue, F>;
}

/** The same as forms and the /api paths say it: the price in euros. */
export function inEuros<T extends Pick<Venue, "price">>(said: T): T {
  return { ...said, price: centsToEuros(said.price) };
}

/**
 * What only confirmed guests are told of what an owner says, and in the office who decides of reports: no page of a venue and no
 * /api path names it.
 */
export const PRIVATE_FIELDS = ["arrival"] as const satisfies readonly VenueField[];
type PrivateField = (typeof PRIVATE_FIELDS)[number];

/**
 * How one gets in and behaves there, in its owner's words: keys, telephones and names are in it. Once the venue is withdrawn its
 * page and /api tell nobody; the page of a confirmed stay tells its two sides until 60 days after the last day
 * (`rules/contact`). Nothing of it stays where a venue is forgotten.
 */
export const WRITTEN_OF_THE_PLACE = [
  "arrival",
  "houseRules",
  "hours",
  "latestAccess",
] as const satisfies readonly VenueField[];

/** What everybody may know. */
export type PublicField = Exclude<VenueField, PrivateField>;
export type PublicVenue = Pick<Venue, PublicField>;

const isPrivate = (name: VenueField): name is PrivateField =>
  PRIVATE_FIELDS.some((field) => field === name);
export const PUBLIC_FIELDS = VENUE_FIELDS.filter((name): name is PublicField => !isPrivate(name));

/** As `saidOf`, for everybody. */
export function publicOf(venue: SaidVenue): PublicVenue {
  return saidAmong(PUBLIC_FIELDS, venue);
}

/** What the /api paths tell everybody of a venue. */
export const API_FIELDS = ["userId", "locationIMG", "createdAt", ...PUBLIC_FIELDS].join(" ");
export type ApiVenue = SaidVenue & Pick<Venue, "_id" | "userId" | "locationIMG" | "createdAt">;

type Answered = { [F in PublicField]: z.ZodType<Venue[F]> };

/** A venue as JSON: the price in euros, photos as addresses, the cover first. */
export const apiVenueShape = z.object({
  _id: z.string(),
  userId: z.string(),
  ...(Object.fromEntries(
    PUBLIC_FIELDS.map((name) => [name, answered(venueFields[name])]),
  ) as unknown as Answered),
  locationIMG: z.array(z.string()),
  createdAt: z.string().datetime(),
});
export type VenueJson = z.infer<typeof apiVenueShape>;

/** What is told of a field: as it is said, and absent only where it may stay unsaid. */
function answered(field: z.ZodTypeAny): z.ZodTypeAny {
  const unsaid = field.safeParse(undefined);
  const value = baseOf(field);
  return unsaid.success && unsaid.data === undefined ? value.optional() : value;
}

export function toApiVenue(venue: ApiVenue): VenueJson {
  return {
    _id: venue._id.toString(),
    userId: venue.userId.toString(),
    ...inEuros(publicOf(venue)),
    locationIMG: venue.locationIMG.map(({ image }) => `/images/${image.toString()}/1280.webp`),
    createdAt: venue.createdAt.toISOString(),
  };
}
