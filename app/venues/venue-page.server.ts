import { capacityLabel, type PrivateRole } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/web/refusal";
import { equipmentItem, type EquipmentItem } from "./equipment";
import { mapUrl } from "./map-url";
import {
  publicOf,
  ratingText,
  toPicture,
  type Picture,
  type PublicVenue,
  type RatingText,
} from "./venue-shapes";

/** A local authority that is no commune is named by its broader word. */
type OwnerKind = PrivateRole | "Commune" | "Collectivité";

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

const OWNER_FIELDS =
  "name lastname avatar createdAt type role natureOfCollectivity entityName stripeStats bannedAt deletedAt";
type Owner = Pick<
  User,
  | "_id"
  | "name"
  | "lastname"
  | "avatar"
  | "createdAt"
  | "type"
  | "role"
  | "natureOfCollectivity"
  | "entityName"
  | "stripeStats"
  | "bannedAt"
  | "deletedAt"
>;

/**
 * A venue as visitors see it. Two queries.
 *
 * @throws Refusal("not_found") when there is none, it is withdrawn, its owner has no payment account
 *   or is gone, or the viewer is the owner.
 */
export async function venuePage(venueId: string, viewerId: string | null): Promise<VenuePage> {
  const { venue, owner } = await findPublicVenue(venueId, viewerId);
  const { capacity, equipement, ...said } = publicOf(venue);
  return {
    ...said,
    id: venue._id.toString(),
    capacity: capacityLabel(capacity),
    equipment: equipement.map(equipmentItem),
    mapUrl: mapUrl(venue),
    pictures: venue.locationIMG.map(toPicture),
    rating: ratingText(venue.rating),
    isOpen: venue.searchable && owner.stripeStats === "active",
    owner: publicOwner(owner),
  };
}

/** The venue and its owner, for whoever may see them; see `venuePage` for the refusal. */
export async function findPublicVenue(
  venueId: string,
  viewerId: string | null,
): Promise<{ venue: Venue; owner: Owner }> {
  const venue = await VenueModel.findOne({ _id: venueId, listed: true }).lean();
  if (!venue || venue.deletedAt || venue.userId.toString() === viewerId) {
    throw new Refusal("not_found");
  }
  const owner = await UserModel.findById(venue.userId, OWNER_FIELDS).lean<Owner>();
  if (!owner?.stripeStats || owner.bannedAt || owner.deletedAt) throw new Refusal("not_found");
  return { venue, owner };
}

function publicOwner(owner: Owner): PublicOwner {
  return {
    name: owner.entityName ?? `${owner.name} ${owner.lastname.slice(0, 1)}.`,
    avatarId: owner.avatar?.toString() ?? null,
    kind: ownerKind(owner),
    since: formatDay(parisDayOf(owner.createdAt)),
  };
}

function ownerKind(owner: Owner): OwnerKind | undefined {
  if (owner.type !== "Collectivité") return owner.role;
  return owner.natureOfCollectivity === "Commune" ? "Commune" : "Collectivité";
}
