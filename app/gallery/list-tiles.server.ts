import type { Types } from "mongoose";
import { z } from "zod";
import { GalleryTileModel, type GallerySection, type GalleryTile } from "@models/gallery-tile";
import { VenueModel, type Venue } from "@models/venue";

/** A tile as the /api path answers it; `img` is empty while it has no picture of its own. */
const tileShape = z.object({ id: z.string(), img: z.string(), text: z.string() });
const tiles = z.array(tileShape);
export const galleryShape = z.object({ city: tiles, rooms: tiles, news: tiles });

interface TileRow extends Pick<GalleryTile, "_id" | "section" | "text" | "image" | "venue"> {
  venues: Pick<Venue, "title" | "locationIMG">[];
}

/**
 * The three lists of the home page's tiles, each in the order of its places. A venue's tile says what the venue does
 * today, and is left out while it is not for rent, as on the page (gallery/home-page).
 */
export async function listTiles(): Promise<z.infer<typeof galleryShape>> {
  const found = await GalleryTileModel.aggregate<TileRow>([
    { $sort: { section: 1, place: 1 } },
    {
      $lookup: {
        from: VenueModel.collection.name,
        localField: "venue",
        foreignField: "_id",
        pipeline: [{ $match: { searchable: true } }, { $project: { title: 1, locationIMG: 1 } }],
        as: "venues",
      },
    },
  ]);
  const of = (section: GallerySection) =>
    found.filter((tile) => tile.section === section).flatMap((tile) => told(tile));
  return { city: of("city"), rooms: of("rooms"), news: of("news") };
}

function told({ _id, text, image, venue, venues: [shown] }: TileRow): z.infer<typeof tileShape>[] {
  if (!venue) return [{ id: _id, img: addressOf(image), text }];
  if (!shown) return [];
  const { title, locationIMG } = shown;
  return [{ id: venue.toString(), img: addressOf(locationIMG[0]?.image), text: title }];
}

const addressOf = (image?: Types.ObjectId) => (image ? `/images/${image.toString()}/640.webp` : "");
