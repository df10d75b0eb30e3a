import type { Types } from "mongoose";
import { GalleryTileModel, type GallerySection } from "@models/gallery-tile";
import { ImageModel } from "@models/image";
import { ReviewModel } from "@models/review";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import {
  TEASER_FIELDS,
  toTeaser,
  type Picture,
  type TeaserVenue,
  type VenueTeaser,
} from "~/venues/venue-shapes";

const REVIEWS_SHOWN = 3;

export interface CityTile {
  name: string;
  picture: Picture | null;
}

export interface ShownReview {
  id: string;
  rating: number;
  text: string;
  author: string;
  /** The venue. */
  detail: string;
  /** DD/MM/YYYY. */
  stayOn: string;
  publishedOn: string;
}

export interface HomePage {
  cities: CityTile[];
  rooms: VenueTeaser[];
  news: VenueTeaser[];
  reviews: ShownReview[];
}

interface TileRow {
  kind: "tile";
  _id: string;
  section: GallerySection;
  text: string;
  images: { _id: Types.ObjectId; width: number; height: number }[];
  venues: (TeaserVenue & { userId: Types.ObjectId })[];
}

interface ReviewRow {
  kind: "review";
  _id: Types.ObjectId;
  rating: number;
  text: string;
  authorName: string;
  stayDay: string;
  publishedAt: Date;
  venues: { title: string }[];
}

const teaserProjection = Object.fromEntries(
  [...TEASER_FIELDS.split(" "), "userId"].map((name) => [name, 1]),
);

/**
 * Everything that the home page shows, in one query.
 *
 * @param viewerId whose own venues are left out, as in the listing: their public page is a 404 for them
 */
export async function homePage(viewerId: string | null = null): Promise<HomePage> {
  const rows = await GalleryTileModel.aggregate<TileRow | ReviewRow>([
    { $sort: { section: 1, place: 1 } },
    {
      $lookup: {
        from: ImageModel.collection.name,
        localField: "image",
        foreignField: "_id",
        pipeline: [{ $project: { width: 1, height: 1 } }],
        as: "images",
      },
    },
    {
      $lookup: {
        from: VenueModel.collection.name,
        localField: "venue",
        foreignField: "_id",
        pipeline: [{ $match: { searchable: true } }, { $project: teaserProjection }],
        as: "venues",
      },
    },
    { $addFields: { kind: "tile" } },
    { $unionWith: { coll: ReviewModel.collection.name, pipeline: latestReviews } },
  ]);
  const tiles = rows.filter((row) => row.kind === "tile");
  // A tile whose venue is no longer for rent waits unseen for the next renewal.
  const venuesOf = (section: GallerySection) =>
    tiles
      .filter((tile) => tile.section === section)
      .flatMap(({ venues }) => venues)
      .filter(({ userId }) => userId.toString() !== viewerId)
      .map((venue) => toTeaser(venue));
  return {
    cities: tiles.filter((tile) => tile.section === "city").map(toCity),
    rooms: venuesOf("rooms"),
    news: venuesOf("news"),
    reviews: rows.filter((row) => row.kind === "review").map(toReview),
  };
}

/**
 * Of venues whose page still shows them: not suspended, not deleted, their owner not banned. An index has them in this
 * order, so that no more of them are looked at than it takes to find those.
 */
const latestReviews = [
  { $match: { state: "published" } },
  { $sort: { publishedAt: -1 as const } },
  {
    $lookup: {
      from: VenueModel.collection.name,
      localField: "venue",
      foreignField: "_id",
      pipeline: [{ $match: { listed: true } }, { $project: { title: 1 } }],
      as: "venues",
    },
  },
  { $match: { "venues.0": { $exists: true } } },
  { $limit: REVIEWS_SHOWN },
  { $addFields: { kind: "review" } },
];

function toCity({ text, images: [image] }: TileRow): CityTile {
  if (!image) return { name: text, picture: null };
  const { _id, width, height } = image;
  // Decorative: the name stands on it.
  return { name: text, picture: { id: _id.toString(), alt: "", width, height } };
}

function toReview(row: ReviewRow): ShownReview {
  return {
    id: row._id.toString(),
    rating: row.rating,
    text: row.text,
    author: row.authorName,
    detail: row.venues[0]?.title ?? "",
    stayOn: formatDay(row.stayDay),
    publishedOn: formatDay(parisDayOf(row.publishedAt)),
  };
}
