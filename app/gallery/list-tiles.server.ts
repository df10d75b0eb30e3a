import { GalleryTileModel, type GallerySection } from "@models/gallery-tile";

/** A tile as the /api path answers it; `img` is empty while it has no picture of its own. */
export interface ApiTile {
  id: string;
  img: string;
  text: string;
}

/** The three lists of the home page's tiles, each in the order of its places. */
export async function listTiles(): Promise<Record<GallerySection, ApiTile[]>> {
  const tiles = await GalleryTileModel.find().sort({ section: 1, place: 1 }).lean();
  const of = (section: GallerySection): ApiTile[] =>
    tiles
      .filter((tile) => tile.section === section)
      .map((tile) => ({
        id: tile.venue?.toString() ?? tile._id,
        img: tile.image ? `/images/${tile.image.toString()}/640.webp` : "",
        text: tile.text,
      }));
  return { city: of("city"), rooms: of("rooms"), news: of("news") };
}
