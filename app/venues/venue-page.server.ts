import { Types } from "mongoose";
import { capacityLabel, type OwnerKind } from "@models/enumerations";
import { projectionOf } from "@models/define";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { displayName } from "~/accounts/display-name";
import { ownerKind } from "~/accounts/lessor";
import { formatDay, parisDayOf } from "~/platform/days";
import { formatDecimal } from "~/platform/numbers";
import { Refusal } from "~/platform/refusal";
import { venueName } from "~/rules/venue-name";
import { searchEngine } from "./chosen-search-engine.server";
import { equipmentItem, type EquipmentItem } from "./equipment";
import { mapUrl } from "./map-url";
import type { AskedDays } from "./search-engine";
import {
  publicOf,
  ratingText,
  toPicture,
  toTeaser,
  type Picture,
  type PublicVenue,
  type RatingText,
  type VenueTeaser,
} from "./venue-shapes";

/** What a visitor sees of an owner: an organisation by its name, a person by 'Marie D.'. */
export interface PublicOwner {
  name: string;
  avatarId: string | null;
  kind?: OwnerKind;
  /** DD/MM/YYYY. */
  since: string;
}

/** What its owner said of a venue (the price in cents), and what visitors see beside it. */
export interface VenuePage extends Omit<PublicVenue, "capacity" | "equipement"> {
  id: string;
  /** Label: '10 - 50'. */
  capacity: string;
  equipment: EquipmentItem[];
  /** The address on OpenStreetMap. */
  mapUrl: string;
  pictures: Picture[];
  rating: RatingText | null;
  /** Whether it can be reserved at all: it is available and its owner can be paid. */
  isOpen: boolean;
  owner: PublicOwner;
}

/** A venue like the one on the page, and how far it is from it. */
export interface SimilarVenue extends VenueTeaser {
  /** 'à 1,4 km'; null where nobody knows. */
  distance: string | null;
}

/** How many of them there are at most. */
const SIMILAR = 2;

const OWNER_FIELDS = [
  ...(["_id", "name", "lastname", "avatar", "createdAt", "type", "role"] as const),
  ...(["natureOfCollectivity", "entityName", "stripeStats", "bannedAt", "deletedAt"] as const),
] as const;
type Owner = Pick<User, (typeof OWNER_FIELDS)[number]>;

/**
 * A venue as visitors see it. One query.
 *
 * @throws Refusal("not_found") when there is none, it is withdrawn, its owner has no payment account
 *   or is gone, or the viewer is the owner.
 */
export async function venuePage(venueId: string, viewerId: string | null): Promise<VenuePage> {
  const { venue, owner } = await findPublicVenue(venueId, viewerId);
  return toPage(venue, owner);
}

/**
 * The same, and venues like it near it, which are read in the same query. The search index says which, as
 * it stands; one that cannot be reserved any more is left out, and one whose rules do not allow the days.
 * Each has what is found there for them.
 *
 * @param days those that the visitor asks for
 * @throws Refusal("not_found") as `venuePage`
 */
export async function venueAmongOthers(
  venueId: string,
  { viewerId, days }: { viewerId: string | null; days: AskedDays | null },
): Promise<{ venue: VenuePage; similar: SimilarVenue[] }> {
  const near = await searchEngine.similar(venueId, { viewerId, most: SIMILAR, days });
  const ids = [venueId, ...near.map(({ id }) => id)];
  const found = await withOwners(ids);
  const { venue, owner } = requirePublic(found.get(venueId.toLowerCase()), viewerId);
  const similar = near.flatMap(({ id, km }) => {
    const other = found.get(id)?.venue;
    return other?.listed && other.searchable
      ? [{ ...toTeaser(other, days ?? undefined), distance: distanceText(km) }]
      : [];
  });
  return { venue: toPage(venue, owner), similar };
}

/** 'à 1,4 km' */
function distanceText(km: number | null): string | null {
  return km === null ? null : `à ${formatDecimal(Math.max(0.1, km))}\u00a0km`;
}

function toPage(venue: Venue, owner: Owner): VenuePage {
  const { capacity, equipement, ...said } = publicOf(venue);
  return {
    ...said,
    id: venue._id.toString(),
    capacity: capacityLabel(capacity),
    equipment: equipement.map(equipmentItem),
    mapUrl: mapUrl(venue),
    pictures: venue.locationIMG.map(toPicture),
    rating: ratingText(venue.rating),
    isOpen: takesReservations(venue, owner),
    owner: publicOwner(owner),
  };
}

/** Whether a venue that everybody may see can be reserved. */
export function takesReservations(
  { searchable }: Pick<Venue, "searchable">,
  { stripeStats }: Pick<Owner, "stripeStats">,
): boolean {
  return searchable && stripeStats === "active";
}

/** What pages about a venue's reviews say of it. */
export interface ReviewedVenue {
  id: string;
  title: string;
  /** With its town (`venueName`). */
  name: string;
  rating: RatingText | null;
  /** It is the viewer's, who reads there what is written of it and sees no page where to rent it. */
  isOwn: boolean;
}

/**
 * A venue that everybody sees, for whoever reads its reviews or reports one: its owner too. One query.
 *
 * @throws Refusal("not_found") as `venuePage`, but for the owner
 */
export async function reviewedVenue(
  venueId: string,
  viewerId: string | null,
): Promise<ReviewedVenue> {
  const { venue } = await findPublicVenue(venueId, null);
  return {
    id: venue._id.toString(),
    title: venue.title,
    name: venueName(venue),
    rating: ratingText(venue.rating),
    isOwn: venue.userId.toString() === viewerId,
  };
}

/** The venue and its owner, for whoever may see them; see `venuePage` for the refusal. */
export async function findPublicVenue(
  venueId: string,
  viewerId: string | null,
): Promise<{ venue: Venue; owner: Owner }> {
  const found = await withOwners([venueId]);
  return requirePublic(found.get(venueId.toLowerCase()), viewerId);
}

interface OwnedVenue {
  venue: Venue;
  /** None where the account is gone. */
  owner: Owner | undefined;
}

/** Venues with their owners, by their ids, in one question. */
async function withOwners(ids: readonly string[]): Promise<Map<string, OwnedVenue>> {
  const found = await VenueModel.aggregate<{ venue: Venue; owner: Owner[] }>([
    // By their ids alone, which an index has.
    { $match: { _id: { $in: ids.map((id) => new Types.ObjectId(id)) } } },
    { $project: { _id: 0, venue: "$$ROOT" } },
    {
      $lookup: {
        from: UserModel.collection.name,
        localField: "venue.userId",
        foreignField: "_id",
        pipeline: [{ $project: projectionOf(OWNER_FIELDS) }],
        as: "owner",
      },
    },
  ]);
  return new Map(
    found.map(({ venue, owner: [owner] }) => [venue._id.toHexString(), { venue, owner }]),
  );
}

function requirePublic(
  found: OwnedVenue | undefined,
  viewerId: string | null,
): { venue: Venue; owner: Owner } {
  const { venue, owner } = found ?? {};
  if (!venue?.listed || venue.deletedAt || venue.userId.toString() === viewerId) {
    throw new Refusal("not_found");
  }
  if (!owner?.stripeStats || owner.bannedAt || owner.deletedAt) throw new Refusal("not_found");
  return { venue, owner };
}

function publicOwner(owner: Owner): PublicOwner {
  return {
    name: displayName(owner),
    avatarId: owner.avatar?.toString() ?? null,
    kind: ownerKind(owner),
    since: formatDay(parisDayOf(owner.createdAt)),
  };
}
